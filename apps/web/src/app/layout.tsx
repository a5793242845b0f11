import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { queryClient } from '../api/queries';
import { type RouteHead, useRouteHead } from '../route-head';
import { titleOf } from '../site/page';

/** Shown by the style sheet only when a change of page takes longer than a glance. */
const LoadingBar = () =>
  useNavigation().state === 'idle' ? null : <div className="loading-bar" role="progressbar" aria-label="Loading" />;

/** What a browser does for a new document: title, chrome, focus, and an announcement for screen readers. */
function useArrival(head: RouteHead) {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    document.title = titleOf(head);
    document.querySelector('.page')?.classList.toggle('page--bare', head.bare);
    document.getElementById('main')?.focus({ preventScroll: true });
    const announcer = document.getElementById('announcer');
    if (announcer) announcer.textContent = titleOf(head);
  }, [pathname, head]);
}

/** What surrounds the pages of the application, inside `<main>`: the rest of the document is static. */
export function ApplicationLayout() {
  useArrival(useRouteHead());
  return (
    <QueryClientProvider client={queryClient}>
      <LoadingBar />
      <Outlet />
      <ScrollRestoration />
    </QueryClientProvider>
  );
}
