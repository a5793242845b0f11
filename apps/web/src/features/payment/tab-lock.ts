const lock = 'payment';

/**
 * Runs `work` in one tab at a time (Web Locks). A tab that has to wait calls `onWait`, and `work` gets `waited`. A
 * browser without Web Locks or with blocked cookies runs `work` at once. The server refunds a second payment of a paid
 * order.
 */
export async function withTabLock(signal: AbortSignal, onWait: () => void, work: (waited: boolean) => Promise<void>) {
  if (!navigator.locks) return work(false);
  let asked = false;
  const done = await navigator.locks
    .request(lock, { ifAvailable: true }, async (held) => {
      asked = true;
      if (held) await work(false);
      return held !== null;
    })
    .catch((error: unknown) => {
      if (asked) throw error;
    });
  if (!asked) return work(false);
  if (done) return;
  onWait();
  await navigator.locks
    .request(lock, { signal }, () => work(true))
    .catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
}
