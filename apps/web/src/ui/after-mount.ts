import { useEffect, useEffectEvent } from 'react';

/**
 * Runs `start` once the mount has come to rest. StrictMode mounts, unmounts and mounts again within one task, so what
 * must happen once per visit (an order, a used-up `state`) waits one task; the rehearsal never starts.
 * The signal aborts when the page is left.
 */
export function useAfterMount(start: (left: AbortSignal) => void) {
  const begin = useEffectEvent(start);
  useEffect(() => {
    const leave = new AbortController();
    const timer = setTimeout(() => begin(leave.signal));
    return () => {
      clearTimeout(timer);
      leave.abort();
    };
  }, []);
}
