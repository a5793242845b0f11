import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom';
import { $api, queryClient } from '../api/queries';
import { bearer, revokeWith } from '../api/session';
import { type RouteHead, useRouteHead } from '../route-head';
import { titleOf } from '../site/page';

/** The style sheet shows it only during a slow change of page. */
const LoadingBar = () =>
  useNavigation().state === 'idle' ? null : <div className="loading-bar" role="progressbar" aria-label="Loading" />;

/** Does what a browser does for a new document: title, chrome, focus and announcement. */
function useArrival(head: RouteHead) {
  // Only the search distinguishes a receipt from the list of payments.
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const shown = useRef(address);
  useEffect(() => {
    if (shown.current === address) return;
    shown.current = address;
    document.title = titleOf(head);
    document.querySelector('.page')?.classList.toggle('page--bare', head.bare === true);
    document.getElementById('main')?.focus({ preventScroll: true });
    const announcer = document.getElementById('announcer');
    if (announcer) announcer.textContent = titleOf(head);
  }, [address, head]);
}

function useRevocation() {
  const { mutate } = $api.useMutation('post', '/auth/logout', undefined, queryClient);
  // The token has left the browser before the request is sent, so the request carries it.
  useEffect(
    () => revokeWith((token) => mutate({ headers: { Authorization: bearer(token) }, keepalive: true })),
    [mutate],
  );
}

/** The layout is inside `<main>`; the rest of the document is static. */
export function ApplicationLayout() {
  useArrival(useRouteHead());
  useRevocation();
  return (
    <QueryClientProvider client={queryClient}>
      <LoadingBar />
      <Outlet />
      <ScrollRestoration />
    </QueryClientProvider>
  );
}
