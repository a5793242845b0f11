import { Outlet } from 'react-router';
import { useRouteHead } from '../route-head';
import { Consent } from './consent';
import { Footer } from './footer';
import { Nav } from './nav';

/**
 * Page chrome, rendered by the build alone. Log-in and sign-up hide it (`page--bare`); they carry it all the same,
 * because the application goes on from there without a new document.
 */
export function Shell() {
  const { bare, part, ...page } = useRouteHead();
  return (
    <div className={bare ? 'page page--bare' : 'page'} data-nav={page.navColour}>
      <Nav page={page} />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      {page.path === '/' && <Consent />}
      {part === 'application' && <p className="visually-hidden" id="announcer" role="status" />}
    </div>
  );
}
