/** What the browser itself notes of a visit, in milliseconds since its navigation began. */
export interface Noted {
  fcp: number;
  lcp: number;
  /** Sum of all layout shifts, also those right after an input. */
  cls: number;
  /** Start and duration of every task above 50 ms. */
  longTasks: [start: number, ms: number][];
  /** When the page's script had taken over; undefined where it has none. */
  live?: number;
  /** When somebody tapped, and when what the tap asks for was seen. */
  tapped?: number;
  shown?: number;
}

declare global {
  interface Window {
    __noted: Noted;
    /** What must be visible after the tap. */
    __expected?: string;
  }
}

/** Runs in the page before anything of its own. */
export function observe() {
  const noted: Noted = { fcp: 0, lcp: 0, cls: 0, longTasks: [] };
  window.__noted = noted;
  const on = (type: string, take: (entry: PerformanceEntry & { value?: number }) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  on('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') noted.fcp = startTime;
  });
  on('largest-contentful-paint', ({ startTime }) => {
    noted.lcp = startTime;
  });
  on('layout-shift', ({ value }) => {
    noted.cls += value ?? 0;
  });
  on('longtask', ({ startTime, duration }) => noted.longTasks.push([startTime, duration]));

  // Ours says so by giving up its notes of early taps; the peers set a mark of their own.
  let taps: unknown;
  const isLive = () => {
    noted.live ??= performance.now();
  };
  Object.defineProperty(window, '__taps', {
    get: () => taps,
    set: (value) => {
      taps = value;
      if (value === null) isLive();
    },
  });
  Object.defineProperty(window, '__live', { get: () => noted.live !== undefined, set: isLive });

  const look = () => {
    const panel = window.__expected && document.querySelector(window.__expected);
    if (panel && panel.getBoundingClientRect().height > 50) noted.shown = performance.now();
    else if (performance.now() < (noted.tapped ?? 0) + 3_000) requestAnimationFrame(look);
  };
  addEventListener(
    'pointerdown',
    ({ timeStamp }) => {
      noted.tapped ??= timeStamp;
      requestAnimationFrame(look);
    },
    true,
  );
}
