import '../styles/index.css';
import { startTransition, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { keepStill } from '../site/still';
import { App } from './app';
import { ErrorPage } from './error-page';
import { keepFields } from './keep-fields';
import { loadRoute, wakeRoute } from './route-store';
import { routeOf } from './routes';

const root = document.getElementById('root') as HTMLElement;
const app = (
  <BrowserRouter>
    <App />
    <Afterwards />
  </BrowserRouter>
);

/** Nobody misses it where it does not arrive. */
const afterwards = () =>
  void import('./afterwards').then(
    (loaded) => loaded.afterwards(),
    () => undefined,
  );

function Afterwards() {
  useEffect(afterwards, []);
  return null;
}

/** If an extension has changed the document, React renders all of it again. Keep the content and what was typed. */
function hydrate() {
  keepStill(root);
  const restoreFields = keepFields(root);
  const onRecoverableError = (error: unknown) => {
    reportError(error);
    restoreFields();
  };
  // A transition: in slices, between which the page answers.
  startTransition(() => void hydrateRoot(root, app, { onRecoverableError }));
}

const route = routeOf(window.location.pathname);

/** Takes over the prerendered page: its own parts come first, so that nothing has to wait, or be drawn twice. */
async function start() {
  const prerendered = root.hasChildNodes();
  await (prerendered ? wakeRoute : loadRoute)(route);
  if (prerendered) hydrate();
  else createRoot(root).render(app);
}

start().catch((error: Error) => {
  // A content page without its script is still a page; one of the application is not.
  if (route.client) createRoot(root).render(<ErrorPage error={error} />);
});
