import { usePending } from '../route-store';

/** Seen only when a change of page takes longer than a glance: the style sheet holds it back. */
export function LoadingBar() {
  return usePending() && <div className="loading-bar" role="progressbar" aria-label="Loading" />;
}
