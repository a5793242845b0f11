import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useHydrated } from '../../ui/use-hydrated';
import type { GpuPrice } from '../prices';
import { initialSelection, readSelection, type Selection, writeSelection } from './selection';

/** `step` can be taken back with the browser's Back; `touch` only keeps the address up to date. */
export type Weight = 'step' | 'touch';

/** What the address says, now: the router's own copy may be a moment behind. */
export const selectionInAddress = (gpus: GpuPrice[]) =>
  readSelection(new URLSearchParams(window.location.search), gpus);

/** The selection lives in the address: every part of the page reads it there, and a shared link brings it back. */
export function useSelection(gpus: GpuPrice[]) {
  const hydrated = useHydrated();
  const { search } = useLocation();
  const navigate = useNavigate();
  const selection = useMemo(
    () => (hydrated ? readSelection(new URLSearchParams(search), gpus) : initialSelection(gpus)),
    [hydrated, search, gpus],
  );
  const choose = (part: Partial<Selection>, weight: Weight) => {
    const query = writeSelection({ ...selectionInAddress(gpus), ...part }, gpus);
    navigate({ search: query.toString() }, { replace: weight === 'touch' });
  };
  return { selection, choose };
}
