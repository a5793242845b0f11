import '../styles/index.css';
import { useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app';
import { ErrorPage } from './error-page';
import { loadRoute, wakeRoute } from './route-store';
import { routeOf } from './routes';

const root = document.getElementById('root') as HTMLElement;
const app = (
  <BrowserRouter>
    <App />
    <Afterwards />
  </BrowserRouter>
);

/** What can wait until the page answers. Where one of these does not arrive, nobody misses it. */
function afterwards() {
  import('./font/show-font').then(({ showFont }) => showFont()).catch(() => undefined);
  import('./report-vitals').then(({ reportVitals }) => reportVitals()).catch(() => undefined);
}

function Afterwards() {
  useEffect(afterwards, []);
  return null;
}

const route = routeOf(window.location.pathname);

/** Takes over the prerendered page: its own parts come first, so that nothing has to wait, or be drawn twice. */
async function start() {
  const prerendered = root.hasChildNodes();
  await (prerendered ? wakeRoute : loadRoute)(route);
  if (prerendered) hydrateRoot(root, app);
  else createRoot(root).render(app);
}

start().catch((error: Error) => {
  // A content page without its script is still a page; one of the application is not.
  if (route.client) createRoot(root).render(<ErrorPage error={error} />);
});
