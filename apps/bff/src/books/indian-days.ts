import type { Prisma } from '../database/prisma.service';

/** India has one zone and no daylight saving time. */
const offsetMs = 5.5 * 3_600_000;
const dayMs = 24 * 3_600_000;

/** The first moment of an Indian day. @param day such as 2026-01-15 */
export const startOfDay = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) - offsetMs);

/** The first moment after an Indian day. */
export const endOfDay = (day: string) => new Date(startOfDay(day).getTime() + dayMs);

/** @returns the Indian day of a moment, such as 2026-01-15. */
export const dayOf = (at: Date) => new Date(at.getTime() + offsetMs).toISOString().slice(0, 10);

/** @param day such as 2026-01-15 @returns the day so many days later, or earlier. */
export const addDays = (day: string, count: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);

/** @returns the last days, oldest first. @param last such as 2026-01-15 */
export const lastDays = (count: number, last: string) => daysBetween(addDays(last, 1 - count), last);

/** Every day from the first to the last, both included. */
export const daysBetween = (first: string, last: string) => {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
};

/** @returns the day of a date column. */
export const isoDay = (day: Date) => day.toISOString().slice(0, 10);

/** @returns the month of a day, such as 2026-01. */
export const monthOf = (day: string) => day.slice(0, 7);

export const firstDayOf = (month: string) => `${month}-01`;

/** @returns the month after. */
export const monthAfter = (month: string) => monthOf(addDays(firstDayOf(month), 31));

export const lastDayOf = (month: string) => addDays(firstDayOf(monthAfter(month)), -1);

/** Today by the database's clock. Tests replace its function `indian_today`. */
export async function indianToday(reading: Pick<Prisma, '$queryRaw'>): Promise<string> {
  const [read] = await reading.$queryRaw<[{ today: string }]>`SELECT indian_today()::text AS today`;
  return read.today;
}
