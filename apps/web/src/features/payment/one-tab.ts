const lock = 'payment';

/**
 * Does `work` while no other tab of this browser does it (Web Locks). Somebody who had to wait is told so: by then the
 * other tab has paid, left or died. The lock goes with its tab, however that ends.
 * A browser without Web Locks works at once: storage events still bring the tabs together, and a second payment for
 * an order that is paid is given back by the server.
 */
export async function inOneTab(left: AbortSignal, onWait: () => void, work: (waited: boolean) => Promise<void>) {
  if (!navigator.locks) return work(false);
  const done = await navigator.locks.request(lock, { ifAvailable: true }, async (held) => {
    if (held) await work(false);
    return held !== null;
  });
  if (done) return;
  onWait();
  await navigator.locks
    .request(lock, { signal: left }, () => work(true))
    .catch((error: unknown) => {
      if (!left.aborted) throw error;
    });
}
