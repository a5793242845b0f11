import { StrictMode, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { ErrorBoundary } from './error-boundary';
import { replayTap } from './first-tap';
import { useRouteNode } from './route-store';
import { type Route, routeOf } from './routes';
import { Shell } from './shell/shell';
import { useArrival } from './use-arrival';
import { useLinks } from './use-links';

function RouteNode({ route }: { route: Route }) {
  // An effect in here runs when the page's own part is taken over. A form sent again any earlier would be the
  // browser's to send: React hydrates at once for a click, but not for a submit.
  useEffect(replayTap, []);
  return useRouteNode(route);
}

/** The whole site: one shell, and in it the page of the address. A page that loads leaves the one before it in place. */
export function App() {
  const { pathname } = useLocation();
  const route = routeOf(pathname);
  useLinks();
  useArrival(route);
  return (
    <StrictMode>
      <Shell route={route}>
        <ErrorBoundary key={route.path}>
          <RouteNode route={route} />
        </ErrorBoundary>
      </Shell>
    </StrictMode>
  );
}
