import { cleanText } from '../../clean-text';
import { invalidInput } from '../../problem/problem';

/** @throws Refusal `invalid_input` if nothing is left of it. */
export function reasonOf({ reason }: { reason: string }): string {
  const text = cleanText(reason);
  if (text.length >= 3) return text;
  throw invalidInput('/reason', 'must be a reason in words');
}

export const cursorUnknown = () => invalidInput('/cursor', 'is not the nextCursor of a page');
