import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Location, useLocation, useNavigationType } from 'react-router-dom';
import { titleOf } from '../site/title';
import type { Route } from './routes';

/** Where each visited entry of the history was scrolled to. */
const positions = new Map<string, number>();

/** Addresses come from anywhere: what cannot be decoded names no element. */
function elementAt(hash: string) {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}

function scrollTo({ hash, key }: Location, back: boolean) {
  const target = hash ? elementAt(hash) : null;
  if (target) target.scrollIntoView();
  else window.scrollTo({ top: back ? (positions.get(key) ?? 0) : 0, behavior: 'instant' });
}

/** A reader that does not see the page change hears its title, and goes on from its top. */
function announce(title: string) {
  document.title = title;
  document.getElementById('main')?.focus({ preventScroll: true });
  const region = document.getElementById('announcer');
  if (region) region.textContent = title;
}

/** What a browser does on arrival at a page, for changes of page without one: title, focus, scroll position. */
export function useArrival(route: Route) {
  const location = useLocation();
  const back = useNavigationType() === 'POP';
  const arrived = useRef(location);

  useEffect(() => {
    const remember = () => void positions.set(arrived.current.key, window.scrollY);
    // A reload is the browser's to restore, as it would without script.
    const handOver = () => {
      window.history.scrollRestoration = 'auto';
    };
    window.history.scrollRestoration = 'manual';
    window.addEventListener('scroll', remember, { passive: true });
    window.addEventListener('pagehide', handOver);
    return () => {
      window.removeEventListener('scroll', remember);
      window.removeEventListener('pagehide', handOver);
    };
  }, []);

  useLayoutEffect(() => {
    if (arrived.current.key === location.key) return;
    const samePage = arrived.current.pathname === location.pathname;
    arrived.current = location;
    // An anchor is the browser's, and a page that notes its state in the address stays where it is.
    if (samePage) return;
    announce(titleOf(route));
    scrollTo(location, back);
  }, [location, route, back]);
}
