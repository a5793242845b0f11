/** India has one zone and no daylight saving time. */
const offsetMs = 5.5 * 3_600_000;
const dayMs = 24 * 3_600_000;

/** The first moment of an Indian day. @param day such as 2026-01-15 */
export const startOfDay = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) - offsetMs);

/** The first moment after an Indian day. */
export const endOfDay = (day: string) => new Date(startOfDay(day).getTime() + dayMs);

/** @returns the Indian day of a moment, such as 2026-01-15. */
export const dayOf = (at: Date) => new Date(at.getTime() + offsetMs).toISOString().slice(0, 10);

/** @returns the last days, oldest first, today included. */
export const lastDays = (count: number, now = new Date()) =>
  Array.from({ length: count }, (_, index) => dayOf(new Date(now.getTime() - (count - 1 - index) * dayMs)));
