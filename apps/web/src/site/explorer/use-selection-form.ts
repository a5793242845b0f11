import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { GpuPrice } from '../prices';
import { initialSelection, type Selection } from './selection';
import { fillForm, invalidFields, readForm } from './selection-form';
import { selectionInAddress, useSelection } from './use-selection';

/** Browsers refuse an address that changes with every pixel of a slider. */
const PAUSE_MS = 250;

const isTyped = ({ type }: HTMLInputElement) => type === 'number' || type === 'range';

/** What was filled in before the script came, and the address does not say. */
function filledInBefore(form: HTMLFormElement, gpus: GpuPrice[]): Partial<Selection> {
  const known = [initialSelection(gpus), selectionInAddress(gpus)];
  const isNews = ([key, value]: [string, unknown]) =>
    known.every((selection) => String(selection[key as keyof Selection]) !== String(value));
  return Object.fromEntries(Object.entries(readForm(form, gpus)).filter(isNews));
}

/**
 * A form over the selection. Its fields are the browser's own, so that they work before the script does; what is put
 * into them shows at once and goes to the address after a pause, and what the address says comes back into them.
 */
export function useSelectionForm(gpus: GpuPrice[]) {
  const ref = useRef<HTMLFormElement>(null);
  const { selection: settled, choose } = useSelection(gpus);
  const [draft, setDraft] = useState<Partial<Selection>>({});
  const [invalid, setInvalid] = useState<string[]>([]);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);

  const adopt = useEffectEvent(() => {
    const before = ref.current ? filledInBefore(ref.current, gpus) : {};
    if (Object.keys(before).length) choose(before, 'touch');
  });
  const settle = (part: Partial<Selection>, typed: boolean) => {
    pause.current = undefined;
    choose(part, typed ? 'touch' : 'step');
  };
  const take = useEffectEvent((event: Event) => {
    const field = event.target as HTMLInputElement;
    const form = ref.current;
    if (!form || field.form !== form) return;
    const part = readForm(form, gpus);
    setDraft(part);
    setInvalid(invalidFields(form));
    clearTimeout(pause.current);
    pause.current = setTimeout(() => settle(part, isTyped(field)), isTyped(field) ? PAUSE_MS : 0);
  });
  useEffect(() => {
    adopt();
    // A field may stand anywhere on the page: its `form` attribute says where it belongs.
    document.addEventListener('input', take);
    return () => {
      document.removeEventListener('input', take);
      clearTimeout(pause.current);
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the address has changed, unless somebody is typing
  useEffect(() => {
    if (pause.current === undefined) setDraft({});
  }, [settled]);
  useEffect(() => {
    if (ref.current) fillForm(ref.current, { ...settled, ...draft });
  }, [settled, draft]);

  /** `settled` is what the address says; `selection` is ahead of it while somebody types. */
  return { ref, settled, selection: { ...settled, ...draft }, invalid, choose };
}
