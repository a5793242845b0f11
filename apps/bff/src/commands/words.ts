import { describeError } from '../database/describe-error';
import { Refusal } from '../problem/problem';

/** Returns the message for an error, with the ids that it names. */
export function wordsFor(error: Error): string {
  if (!(error instanceof Refusal)) return describeError(error);
  const named = Object.entries(error.values).map(([name, value]) => `${name} ${value}`);
  return [error.message, ...(named.length ? [`(${named.join(', ')})`] : [])].join(' ');
}
