import { useEffect, useEffectEvent } from 'react';

/**
 * Runs `start` once per visit. StrictMode mounts twice within one task, so `start` is deferred by one task and the
 * first mount never runs it. `signal` aborts when the page is left.
 */
export function useAfterMount(start: (signal: AbortSignal) => void) {
  const onStart = useEffectEvent(start);
  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(() => onStart(controller.signal));
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, []);
}
