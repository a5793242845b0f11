import { setTimeout as pause } from 'node:timers/promises';

/**
 * Repeats `check` until it passes. After so many seconds, throws its last error.
 * Use it for changes that follow an awaited event within a few frames.
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
