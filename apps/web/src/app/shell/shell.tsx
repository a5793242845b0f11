import type { ReactNode } from 'react';
import type { Route } from '../routes';
import { isApplication } from '../use-links';
import { Consent } from './consent';
import { Footer } from './footer';
import { LoadingBar } from './loading-bar';
import { Nav } from './nav';

/** What stands around every page. Log-in and sign-up stand alone. */
export function Shell({ route, children }: { route: Route; children: ReactNode }) {
  return (
    <div className={route.bare ? 'page page--bare' : 'page'} data-nav={route.bare ? undefined : route.navColour}>
      {!route.bare && (
        <a className="skip" href="#main">
          Skip to content
        </a>
      )}
      <LoadingBar />
      {!route.bare && <Nav route={route} />}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {!route.bare && <Footer />}
      {/* The policy of the application's documents does not know the script that is asked about. */}
      {route.path === '/' && !isApplication && <Consent />}
      <p id="announcer" className="vh" role="status" />
    </div>
  );
}
