import { setTimeout as pause } from 'node:timers/promises';

/**
 * Runs `check` again until it passes, for so many seconds at most; then its last error stands.
 * For what a page shows a frame or two after the event that a test has awaited.
 */
export async function eventually(check: () => Promise<void>, seconds = 60): Promise<void> {
  const deadline = Date.now() + seconds * 1_000;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await pause(20);
    }
  }
}

/** Reads again until what is read equals `expected`, which may be one of Jest's asymmetric matchers. */
export const shows = <Value>(read: () => Promise<Value>, expected: unknown) =>
  eventually(async () => expect(await read()).toEqual(expected));
