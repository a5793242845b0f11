import { describeError } from '../database/database-errors';
import { Refusal } from '../problem/problem';

/** @returns the message of an error with its ids */
export function wordsFor(error: Error): string {
  if (!(error instanceof Refusal)) return describeError(error);
  const named = Object.entries(error.values).map(([name, value]) => `${name} ${value}`);
  return [error.message, ...(named.length ? [`(${named.join(', ')})`] : [])].join(' ');
}
