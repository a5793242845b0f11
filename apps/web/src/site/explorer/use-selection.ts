import { useMemo, useSyncExternalStore } from 'react';
import type { GpuPrice } from '../prices';
import { readSelection, type Selection, writeSelection } from './selection';

/** `step` can be taken back with the browser's Back; `touch` only keeps the address up to date. */
export type Weight = 'step' | 'touch';

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
  };
};

export const selectionInAddress = (gpus: GpuPrice[]) =>
  readSelection(new URLSearchParams(window.location.search), gpus);

/** The selection lives in the address: a shared link brings it back. */
export function useSelection(gpus: GpuPrice[]) {
  const search = useSyncExternalStore(
    subscribe,
    () => window.location.search,
    () => '',
  );
  const selection = useMemo(() => readSelection(new URLSearchParams(search), gpus), [search, gpus]);
  const choose = (part: Partial<Selection>, weight: Weight) => {
    const query = writeSelection({ ...selectionInAddress(gpus), ...part }, gpus).toString();
    const address = window.location.pathname + (query && `?${query}`);
    window.history[weight === 'touch' ? 'replaceState' : 'pushState'](null, '', address);
    for (const listener of listeners) listener();
  };
  return { selection, choose };
}
