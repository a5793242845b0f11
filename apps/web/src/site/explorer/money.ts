import type { GpuPrice } from '../prices';

export type Currency = 'inr' | 'usd';
export type Plan = 'hour' | 'month';

export const currencies: Currency[] = ['inr', 'usd'];

/** Listed figures are rupees and dollars with at most two decimals; sums are made of paise and cents, all integers. */
const toMinor = (listed: number) => Math.round(listed * 100);

const listed = {
  inr: { hour: 'inrPerHour', month: 'inrPerMonth' },
  usd: { hour: 'usdPerHour', month: 'usdPerMonth' },
} as const;

/** The listed price of one GPU, in paise or cents. */
export const priceMinor = (gpu: GpuPrice, currency: Currency, plan: Plan): number =>
  toMinor(gpu[listed[currency][plan]]);

const whole = { inr: new Intl.NumberFormat('en-IN'), usd: new Intl.NumberFormat('en-US') };
const sign = { inr: '₹', usd: '$' };

/** `₹1,99,680`, `$2,299`, `$3.90`: the currency's own grouping, and its hundredths only where there are some. */
export function formatMinor(currency: Currency, minor: number): string {
  const hundredths = minor % 100;
  const fraction = hundredths ? `.${String(hundredths).padStart(2, '0')}` : '';
  return `${sign[currency]}${whole[currency].format((minor - hundredths) / 100)}${fraction}`;
}

export const formatPrice = (gpu: GpuPrice, currency: Currency, plan: Plan) =>
  formatMinor(currency, priceMinor(gpu, currency, plan));
