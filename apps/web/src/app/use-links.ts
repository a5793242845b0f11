import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { loadRoute } from './route-store';
import { hasRoute, routeOf } from './routes';

/** Whether this document was served for a page of the application. Read before anything navigates. */
export const isApplication = typeof window !== 'undefined' && routeOf(window.location.pathname).client === true;

/**
 * Checkout's addresses are allowed by the security policy of the application's pages alone, and a policy comes with its
 * document: from a page to read, the way into the application is a new document.
 */
const staysInDocument = (path: string) => isApplication || !routeOf(path).client;

/** The page of ours that an event's link leads to, or nothing where the browser should see to it. */
function targetOf(event: Event): URL | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || link.target || link.hasAttribute('download')) return undefined;
  const url = new URL(link.href);
  const isOurs = url.origin === window.location.origin && hasRoute(url.pathname);
  return isOurs && staysInDocument(url.pathname) ? url : undefined;
}

const isPlain = ({ defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  !(defaultPrevented || button || metaKey || ctrlKey || shiftKey || altKey);

/** Fetches a page as soon as somebody seems to want it. What fails here is told when the link is followed. */
function prefetch(event: Event) {
  const url = targetOf(event);
  if (url && url.pathname !== window.location.pathname) loadRoute(routeOf(url.pathname)).catch(() => undefined);
}

const intents = ['pointerover', 'focusin', 'touchstart'] as const;

/**
 * Plain links everywhere, taken over in one place: they work before the script, in texts, and without a component
 * each. A link within the page stays the browser's.
 */
export function useLinks() {
  const navigate = useNavigate();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const url = isPlain(event) && targetOf(event);
      if (!url || (url.hash && url.pathname === window.location.pathname)) return;
      event.preventDefault();
      navigate(url.pathname + url.search + url.hash);
    };
    document.addEventListener('click', follow);
    for (const intent of intents) document.addEventListener(intent, prefetch, { passive: true });
    return () => {
      document.removeEventListener('click', follow);
      for (const intent of intents) document.removeEventListener(intent, prefetch);
    };
  }, [navigate]);
}
