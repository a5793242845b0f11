declare global {
  interface Window {
    __shift: number;
  }
}

/** Adds up in `__shift` how far a page moves, from its first paint on. An init script: it runs in the browser. */
export const countShifts = () => {
  window.__shift = 0;
  const count = (entry: PerformanceEntry & { value?: number }) => {
    window.__shift += entry.value ?? 0;
  };
  new PerformanceObserver((list) => list.getEntries().forEach(count)).observe({ type: 'layout-shift', buffered: true });
};
