import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { isInAppBrowser } from './in-app-browser';

const neverChanges = () => () => {};

export const useIsInApp = () =>
  useSyncExternalStore(
    neverChanges,
    () => isInAppBrowser(navigator.userAgent),
    () => false,
  );

/** Explains the limits of an in-app browser and offers the page's address for another one. */
export function AppBrowserNote({ id, children }: { id?: string; children: ReactNode }) {
  const [isCopied, setIsCopied] = useState(false);
  if (!useIsInApp()) return null;
  const { href } = window.location;
  const copy = () =>
    navigator.clipboard.writeText(href).then(
      () => setIsCopied(true),
      () => undefined,
    );
  return (
    <div className="hint app-note no-print">
      <p id={id}>{children} Open this page in your browser:</p>
      <p className="app-note__address">{href}</p>
      {navigator.clipboard && (
        <button type="button" className="btn" aria-live="polite" onClick={copy}>
          {isCopied ? 'Copied' : 'Copy address'}
        </button>
      )}
    </div>
  );
}
