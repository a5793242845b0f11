import type { GpuPrice } from '../prices';
import { type Currency, type Plan, priceMinor } from './money';

/** The longest month there is: 31 days of 24 hours. */
export const DAYS = 31;
export const MAX_HOURS = DAYS * 24;

export type Usage = { gpu: GpuPrice; count: number; hours: number };

/** What a month of a usage costs by each plan, in paise or cents; `cheapest` is null where both cost the same. */
export type Quote = { hour: number; month: number; cheapest: Plan | null; savedMinor: number };

/** `count` GPUs, each for `hours` whole hours of one month. */
export function quote({ gpu, count, hours }: Usage, currency: Currency): Quote {
  const hour = priceMinor(gpu, currency, 'hour') * hours * count;
  const month = priceMinor(gpu, currency, 'month') * count;
  const cheapest = hour === month ? null : hour < month ? 'hour' : 'month';
  return { hour, month, cheapest, savedMinor: Math.abs(hour - month) };
}

/** After how many hours of one month its listed price equals the hourly one. A ratio, not an amount of money. */
export const breakEvenHours = (gpu: GpuPrice, currency: Currency): number =>
  priceMinor(gpu, currency, 'month') / priceMinor(gpu, currency, 'hour');

/** The first whole hour at which the month is the cheaper plan. */
export const firstMonthlyHour = (gpu: GpuPrice, currency: Currency): number =>
  Math.floor(breakEvenHours(gpu, currency)) + 1;
