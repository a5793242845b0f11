import { useEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { type RouteHead, useRouteHead } from '../route-head';
import { titleOf } from '../site/page';

/** Shown by the style sheet only when a change of page takes longer than a glance. */
const LoadingBar = () =>
  useNavigation().state === 'idle' ? null : <div className="loading-bar" role="progressbar" aria-label="Loading" />;

/** What a browser does for a new document: title, chrome, focus, and an announcement for screen readers. */
function useArrival(head: RouteHead) {
  const { pathname } = useLocation();
  const [announced, announce] = useState('');
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    document.title = titleOf(head);
    document.querySelector('.page')?.classList.toggle('page--bare', head.bare);
    document.getElementById('main')?.focus({ preventScroll: true });
    announce(titleOf(head));
  }, [pathname, head]);
  return announced;
}

/** What surrounds the pages of the application, inside `<main>`: the rest of the document is static. */
export function ApplicationLayout() {
  const announced = useArrival(useRouteHead());
  return (
    <>
      <LoadingBar />
      <Outlet />
      <p className="visually-hidden" role="status">
        {announced}
      </p>
      <ScrollRestoration />
    </>
  );
}
