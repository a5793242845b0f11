/** Runs `work` once somebody sees the page: a prerendered document waits for its activation. */
export function whenActivated(work: () => void) {
  if ('prerendering' in document && document.prerendering)
    document.addEventListener('prerenderingchange', work, { once: true });
  else work();
}
