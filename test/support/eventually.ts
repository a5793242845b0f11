import { setTimeout as pause } from 'node:timers/promises';

/** Repeats `check` until it passes. After a minute it throws the last error. */
export async function eventually(check: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + 60_000;
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
