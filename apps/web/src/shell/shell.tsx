import { Outlet } from 'react-router-dom';
import { useRouteHead } from '../route-head';
import { Footer } from './footer';
import { Nav } from './nav';

const address: string = import.meta.env.HOME_SCRIPT_URL;

/** enhance.ts shows the question about the third-party script and acts on the answer. */
const Consent = () =>
  address ? (
    <aside className="consent-strip dark" aria-label="Consent" data-script={address} hidden>
      <p>
        This page would like to load a script from <strong>{new URL(address).host}</strong>, which may set its own
        cookies. Nothing loads unless you allow it.
      </p>
      <div className="row">
        <button type="button" className="btn btn--small" value="yes">
          Allow
        </button>
        <button type="button" className="btn btn--small" value="no">
          Do not allow
        </button>
      </div>
    </aside>
  ) : null;

/**
 * Only the build renders the page chrome. Login and sign-up hide it (`page--bare`) but carry it, because the
 * application goes on from there in the same document.
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
