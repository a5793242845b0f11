import type { Notes } from './entities';
import { invalidInput } from './errors';

export type Fields = Record<string, unknown>;

/** The body as an object. Any other body counts as empty, so that the error names the missing fields. */
export function fieldsOf(body: unknown): Fields {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Fields) : {};
}

/** An integer in paise, possibly as a string of digits, of at least one rupee. */
export function readAmount(value: unknown): number {
  if (value === undefined || value === null || value === '')
    throw invalidInput('The amount field is required.', 'amount');
  const amount = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount)) {
    throw invalidInput('The amount must be an integer.', 'amount');
  }
  if (amount < 100) throw invalidInput('The amount must be at least INR 1.00', 'amount');
  return amount;
}

export function readCurrency(value: unknown): string {
  if (value === undefined) throw invalidInput('The currency field is required.', 'currency');
  if (typeof value !== 'string' || !/^[A-Z]{3}$/.test(value))
    throw invalidInput('The currency is not supported.', 'currency');
  return value;
}

export function readReceipt(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw invalidInput('The receipt must be a string.', 'receipt');
  if (value.length > 40) throw invalidInput('The receipt may not be greater than 40 characters.', 'receipt');
  return value;
}

/** At most 15 pairs of at most 256 characters. Like the provider, returns an empty list if there are no notes. */
export function readNotes(value: unknown): Notes {
  if (value === undefined || value === null || Array.isArray(value)) return [];
  if (typeof value !== 'object') throw invalidInput('The notes must be an array.', 'notes');
  const pairs = Object.entries(value).map(([key, note]) => [key, String(note)] as const);
  if (pairs.length > 15) throw invalidInput('The notes may not have more than 15 pairs.', 'notes');
  if (pairs.some(([key, note]) => key.length > 256 || note.length > 256)) {
    throw invalidInput('A note may not be greater than 256 characters.', 'notes');
  }
  return pairs.length === 0 ? [] : Object.fromEntries(pairs);
}

/** An integer from a query string, within bounds. */
export function readCount(value: unknown, name: string, fallback: number, min: number, max: number): number {
  if (value === undefined) return fallback;
  const count = Number(value);
  if (!Number.isInteger(count) || count < min || count > max) {
    throw invalidInput(`The ${name} must be between ${min} and ${max}.`, name);
  }
  return count;
}

/** The year, month and perhaps day of a query string as `2026-11` or `2026-11-24`. */
export function readPeriod({ year, month, day }: Fields): string {
  const parts = [readCount(year, 'year', 0, 2_000, 9_999), readCount(month, 'month', 0, 1, 12)];
  if (!parts[0] || !parts[1]) throw invalidInput('The year and month fields are required.', 'year');
  if (day !== undefined) parts.push(readCount(day, 'day', 0, 1, 31));
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}
