import { useEffect, useRef, useState } from 'react';
import type { GpuPrice } from '../prices';
import { initialSelection, readSelection, type Selection, writeSelection } from './selection';

/** Browsers reject an address that changes with every pixel of a slider. */
const PAUSE_MS = 250;

export type Choose = (part: Partial<Selection>) => void;

const readAddress = (gpus: GpuPrice[]) => readSelection(new URLSearchParams(window.location.search), gpus);

function writeAddress(selection: Selection, gpus: GpuPrice[], write: 'pushState' | 'replaceState') {
  const query = writeSelection(selection, gpus).toString();
  if (query !== window.location.search.slice(1))
    window.history[write](null, '', window.location.pathname + (query && `?${query}`));
}

/** The prerendered fields as a query. */
function readFields(): URLSearchParams {
  const query = new URLSearchParams();
  for (const form of document.querySelectorAll<HTMLFormElement>('#price-explorer form'))
    for (const [name, value] of new FormData(form)) query.append(name, String(value));
  const currency = document.querySelector<HTMLInputElement>('[name=currency]:checked');
  if (currency) query.set('currency', currency.value);
  return query;
}

/** The initial selection: the address, and fields that a visitor changed before the script loaded. */
export function selectionAtStart(gpus: GpuPrice[]): Selection {
  const address = readAddress(gpus);
  const prerendered = initialSelection(gpus);
  const isChanged = ([key, value]: [string, unknown]) => String(value) !== String(prerendered[key as keyof Selection]);
  const changed = Object.entries(readSelection(readFields(), gpus)).filter(isChanged);
  const selection = { ...address, ...Object.fromEntries(changed) };
  if (changed.length) writeAddress(selection, gpus, 'replaceState');
  return selection;
}

/**
 * Keeps the selection in step with the address, so that links share it and Back undoes choices. `adjust` is for typing
 * and sliding: it updates the address after a pause, without a history entry.
 */
export function useSelection(gpus: GpuPrice[], initial?: Selection) {
  const [selection, setSelection] = useState(() => initial ?? initialSelection(gpus));
  const [settled, setSettled] = useState(selection);
  const latest = useRef(selection);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);

  const show = (next: Selection) => {
    latest.current = next;
    setSelection(next);
    clearTimeout(pause.current);
  };
  const settle = (write: 'pushState' | 'replaceState') => {
    writeAddress(latest.current, gpus, write);
    setSettled(latest.current);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the listener uses refs and setters, which never change
  useEffect(() => {
    const adoptAddress = () => {
      show(readAddress(gpus));
      setSettled(latest.current);
    };
    window.addEventListener('popstate', adoptAddress);
    return () => {
      window.removeEventListener('popstate', adoptAddress);
      clearTimeout(pause.current);
    };
  }, []);

  const choose: Choose = (part) => {
    show({ ...latest.current, ...part });
    settle('pushState');
  };
  const adjust: Choose = (part) => {
    show({ ...latest.current, ...part });
    pause.current = setTimeout(() => settle('replaceState'), PAUSE_MS);
  };
  /** `settled` comes from the address; `selection` is ahead of it while a visitor types. */
  return { selection, settled, choose, adjust };
}
