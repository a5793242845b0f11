declare global {
  interface Window {
    /** What was done to parts that need script while there was none, noted by the snippet in `<head>`; null from then on. */
    __taps?: Event[] | null;
    /** The page answers by itself from now on: for tests and measurements. */
    __live?: boolean;
  }
}

/** Does what somebody asked for before the script was there: the last tap on a button, or the last form sent. */
export function replayTap() {
  const taps = window.__taps ?? [];
  window.__taps = null;
  window.__live = true;
  const last = taps.findLast(({ type }) => type === 'click' || type === 'submit');
  const target = last?.target as Element | undefined;
  if (last?.type === 'submit') (target as HTMLFormElement).requestSubmit();
  else target?.closest<HTMLButtonElement>('button[data-live]')?.click();
}
