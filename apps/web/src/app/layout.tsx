import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom';
import { $api, queryClient } from '../api/queries';
import { bearer, revokeWith } from '../api/session';
import { type RouteHead, useRouteHead } from '../route-head';
import { titleOf } from '../site/page';

/** Shown by the style sheet only when a change of page takes longer than a glance. */
const LoadingBar = () =>
  useNavigation().state === 'idle' ? null : <div className="loading-bar" role="progressbar" aria-label="Loading" />;

/** What a browser does for a new document: title, chrome, focus, and an announcement for screen readers. */
function useArrival(head: RouteHead) {
  // A receipt differs from the list of payments in its search.
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

/** Log-out, in the navigation and on the account page, calls the API by the generated hook. */
function useRevocation() {
  const { mutate } = $api.useMutation('post', '/auth/logout', undefined, queryClient);
  // The token leaves this browser before the call is sent, so the call carries it itself.
  useEffect(
    () => revokeWith((token) => mutate({ headers: { Authorization: bearer(token) }, keepalive: true })),
    [mutate],
  );
}

/** What surrounds the pages of the application, inside `<main>`: the rest of the document is static. */
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
