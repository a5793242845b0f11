import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from '../mail/outbox';
import { Refusal } from '../problem/problem';

/** A transaction of a day with many lines. */
export const longTransaction = { timeout: 120_000, maxWait: 30_000 };

const tries = 40;
const pauseMs = 500;

/**
 * One transaction at a time writes the books: imports and closings. A lock that waits would end with the limit of
 * statements, which is shorter than the import of a large day.
 * @throws Refusal `books_busy`
 */
export async function lockBooks(tx: Transaction): Promise<void> {
  for (let count = 0; count < tries; count += 1) {
    const [found] = await tx.$queryRaw<{ held: boolean }[]>`
      SELECT pg_try_advisory_xact_lock(hashtext('books')) AS held`;
    if (found?.held) return;
    await sleep(pauseMs);
  }
  throw new Refusal('books_busy');
}
