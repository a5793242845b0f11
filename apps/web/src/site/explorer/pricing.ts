import type { GpuPrice } from '../prices';

export type Currency = 'inr' | 'usd';
export type Plan = 'hour' | 'month';

export const currencies: Currency[] = ['inr', 'usd'];
export const currencyNames: Record<Currency, string> = { inr: 'Rupees', usd: 'US dollars' };
export const planNames: Record<Plan, string> = { hour: 'an hour', month: 'a month' };

const listed = {
  inr: { hour: 'inrPerHour', month: 'inrPerMonth' },
  usd: { hour: 'usdPerHour', month: 'usdPerMonth' },
} as const;

/** The listed price in paise or cents. Lists have at most two decimals, so all sums are integers. */
export const priceMinor = (gpu: GpuPrice, currency: Currency, plan: Plan): number =>
  Math.round(gpu[listed[currency][plan]] * 100);

/** `1,99,680` and `199,680`. Creating an `Intl.NumberFormat` costs a phone several milliseconds. */
const grouping = { inr: /\B(?=(\d\d)*\d{3}$)/g, usd: /\B(?=(\d{3})+$)/g };

export const grouped = (whole: number, currency: Currency = 'inr') => String(whole).replace(grouping[currency], ',');

const sign = { inr: '₹', usd: '$' };

/** `₹1,99,680`, `$2,299`, `$3.90`: decimals appear only if there are any. */
export function formatMinor(currency: Currency, minor: number): string {
  const hundredths = minor % 100;
  const fraction = hundredths ? `.${String(hundredths).padStart(2, '0')}` : '';
  return `${sign[currency]}${grouped((minor - hundredths) / 100, currency)}${fraction}`;
}

export const formatPrice = (gpu: GpuPrice, currency: Currency, plan: Plan) =>
  formatMinor(currency, priceMinor(gpu, currency, plan));

/** The contact page with this topic. */
export const contactAbout = (topic: string) => `/contact?topic=${encodeURIComponent(topic)}`;

export const requestOf = (gpu: GpuPrice) => ({
  label: `Request ${gpu.gpu}`,
  to: contactAbout(
    `${gpu.gpu}, ${formatPrice(gpu, 'inr', 'hour')} an hour or ${formatPrice(gpu, 'inr', 'month')} a month`,
  ),
});

/** The listed prices of every GPU, in column order. */
export const priceColumns = currencies.flatMap((currency) =>
  (['hour', 'month'] as const).map((plan) => ({
    key: `${currency}-${plan}` as const,
    label: `${currencyNames[currency]} ${planNames[plan]}`,
    priceOf: (gpu: GpuPrice) => formatPrice(gpu, currency, plan),
  })),
);

/** The number of cells of ₹10 or $0.10 in an hourly price. */
export const hourlyCells = (gpu: GpuPrice, currency: Currency) =>
  currency === 'inr' ? gpu.inrPerHour / 10 : gpu.usdPerHour * 10;

export const memoryOf = ({ memoryGb, memoryType }: GpuPrice) => `${memoryGb} GB ${memoryType}`;

/** `8 TB/s`, `696 GB/s`. */
export const bandwidthOf = (gbPerS: number) => (gbPerS >= 3000 ? `${gbPerS / 1000} TB/s` : `${grouped(gbPerS)} GB/s`);

export const nvlinkOf = ({ nvlinkGbPerS }: GpuPrice) =>
  nvlinkGbPerS === null ? 'None' : nvlinkGbPerS >= 1000 ? `${nvlinkGbPerS / 1000} TB/s` : `${nvlinkGbPerS} GB/s`;

/** The longest month: 31 days of 24 hours. */
export const DAYS = 31;
export const MAX_HOURS = DAYS * 24;

/** `count` GPUs run for `hours` whole hours of a month each. */
export type Usage = { gpu: GpuPrice; count: number; hours: number };

/** A month's cost by each plan, in paise or cents; `cheapest` is null if both cost the same. */
export function quote({ gpu, count, hours }: Usage, currency: Currency) {
  const hour = priceMinor(gpu, currency, 'hour') * hours * count;
  const month = priceMinor(gpu, currency, 'month') * count;
  const cheapest: Plan | null = hour === month ? null : hour < month ? 'hour' : 'month';
  return { hour, month, cheapest, savedMinor: Math.abs(hour - month) };
}

/** The hours at which the hourly price reaches the monthly one. This is a ratio, not an amount of money. */
export const breakEvenHours = (gpu: GpuPrice, currency: Currency): number =>
  priceMinor(gpu, currency, 'month') / priceMinor(gpu, currency, 'hour');

/** `589 h`: from here on, the monthly plan is cheaper. */
export const breakEvenOf = (gpu: GpuPrice, currency: Currency) => `${Math.floor(breakEvenHours(gpu, currency))} h`;

/** `24.5 days` */
export const breakEvenDaysOf = (gpu: GpuPrice, currency: Currency) =>
  `${(breakEvenHours(gpu, currency) / 24).toFixed(1)} days`;

export const planLabels: Record<Plan, string> = { hour: 'By the hour', month: 'By the month' };
const otherPlan = { hour: 'month', month: 'hour' } as const;

/** `8 × H100, 300 hours each` */
export const describeUsage = ({ gpu, count, hours }: Usage) =>
  `${grouped(count)} × ${gpu.gpu}, ${hours} ${hours === 1 ? 'hour' : 'hours'}${count > 1 ? ' each' : ''}`;

export function offerOf(usage: Usage, currency: Currency) {
  const { cheapest, savedMinor, ...cost } = quote(usage, currency);
  const plan = cheapest ?? 'hour';
  const price = formatMinor(currency, cost[plan]);
  if (!cheapest) return { plan, price, verdict: 'Both plans cost the same.' };
  const rival = otherPlan[plan];
  const [paid, saved] = [cost[rival], savedMinor].map((minor) => formatMinor(currency, minor));
  return { plan, price, verdict: `${planLabels[rival]} it would be ${paid}: ${saved} more.` };
}

/** `8 × H100, 300 hours each a month, by the hour: ₹3,96,000` */
export function inquiryTopic(usage: Usage): string {
  const { plan, price } = offerOf(usage, 'inr');
  return `${describeUsage(usage)} a month, ${planLabels[plan].toLowerCase()}: ${price}`;
}

/** The price as a sentence for screen readers. */
export function spokenQuote(usage: Usage): string {
  const parts = currencies.map((currency) => {
    const { plan, price, verdict } = offerOf(usage, currency);
    return `${price} ${planLabels[plan].toLowerCase()}. ${verdict}`;
  });
  return `${describeUsage(usage)}: ${parts.join(' ')}`;
}
