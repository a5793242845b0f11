import type { GpuPrice } from '../prices';
import { type Currency, currencies, formatPrice, grouped, type Plan } from './money';
import { breakEvenHours } from './plans';

export const currencyNames: Record<Currency, string> = { inr: 'Rupees', usd: 'US dollars' };
export const planNames: Record<Plan, string> = { hour: 'an hour', month: 'a month' };

export const memoryOf = ({ memoryGb, memoryType }: GpuPrice) => `${memoryGb} GB ${memoryType}`;

/** `8 TB/s`, `696 GB/s`. */
export const bandwidthOf = (gbPerS: number) => (gbPerS >= 3000 ? `${gbPerS / 1000} TB/s` : `${grouped(gbPerS)} GB/s`);

export const nvlinkOf = ({ nvlinkGbPerS }: GpuPrice) =>
  nvlinkGbPerS === null ? 'None' : nvlinkGbPerS >= 1000 ? `${nvlinkGbPerS / 1000} TB/s` : `${nvlinkGbPerS} GB/s`;

/** `589 h`, to the nearest hour. */
export const breakEvenOf = (gpu: GpuPrice, currency: Currency) => `${Math.round(breakEvenHours(gpu, currency))} h`;

/** `24.5 days` of running without a stop. */
export const breakEvenDaysOf = (gpu: GpuPrice, currency: Currency) =>
  `${(breakEvenHours(gpu, currency) / 24).toFixed(1)} days`;

/** The four listed prices of every GPU, in the order of the table's columns. */
export const priceColumns = currencies.flatMap((currency) =>
  (['hour', 'month'] as const).map((plan) => ({
    key: `${currency}-${plan}` as const,
    label: `${currencyNames[currency]} ${planNames[plan]}`,
    priceOf: (gpu: GpuPrice) => formatPrice(gpu, currency, plan),
  })),
);
