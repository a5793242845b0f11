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

/** `1,99,680` and `199,680`. By hand: a formatter of `Intl` takes a phone longer to make than the rest of the page. */
const grouping = { inr: /\B(?=(\d\d)*\d{3}$)/g, usd: /\B(?=(\d{3})+$)/g };

/** A whole number with its thousands apart. */
export const grouped = (whole: number, currency: Currency = 'inr') => String(whole).replace(grouping[currency], ',');

const sign = { inr: '₹', usd: '$' };

/** `₹1,99,680`, `$2,299`, `$3.90`: the currency's own grouping, and its hundredths only where there are some. */
export function formatMinor(currency: Currency, minor: number): string {
  const hundredths = minor % 100;
  const fraction = hundredths ? `.${String(hundredths).padStart(2, '0')}` : '';
  return `${sign[currency]}${grouped((minor - hundredths) / 100, currency)}${fraction}`;
}

export const formatPrice = (gpu: GpuPrice, currency: Currency, plan: Plan) =>
  formatMinor(currency, priceMinor(gpu, currency, plan));
