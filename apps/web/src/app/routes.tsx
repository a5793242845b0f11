import { pages } from 'virtual:pages';
import type { ReactNode } from 'react';
import { type PageEntry, standing } from '../site/content';
import type { NavHead } from '../site/page';
import { PageContent } from '../site/page-content';
import { loadLiveSections } from '../site/sections/live-sections';
import { adoptStyles } from '../ui/adopt-styles';
import { type ClientPage, clientPages, loadClientPage } from './client-pages';
import { loadContactForm } from './contact-form';
import { loadChunk } from './load-chunk';
import { mountPriceExplorer } from './mount-price-explorer';

export type Route = NavHead & {
  /** Of a client page; a content page has its own. */
  description?: string;
  /** Without navigation and footer. */
  bare?: boolean;
  /** Runs on the client alone: its script is wanted at once. */
  client?: boolean;
  /** Loads all that the page needs and answers with the page. */
  load: () => Promise<ReactNode>;
  /** The same for a page that is in the document already: only what brings it alive. */
  wake: () => Promise<ReactNode>;
  /** Of a client page, below `src`, the module that its document runs as soon as it is there. */
  start?: string;
  /** That one, and those that `load` imports: the prerender names their chunks in the page. */
  modules?: string[];
};

const adoptPriceStyles = () => adoptStyles('pricing', () => import('../styles/pricing-part.css?inline'));

/** All at once: one thing after the other would be a way to the server each. */
async function loadContent({ path, live, prices, content }: PageEntry, load = content) {
  const [{ default: loaded }, Form] = await Promise.all([
    loadChunk(path, load),
    loadContactForm(live),
    loadChunk(path, () => Promise.all([loadLiveSections(live), prices && adoptPriceStyles()])),
  ]);
  return <PageContent key={path} path={path} content={loaded} Form={Form} mount={mountPriceExplorer} />;
}

/** What needs no script stands in the document, and where nothing does, that is all. */
const wakeContent = async (page: PageEntry) =>
  page.awake ? (
    loadContent(page, page.awake)
  ) : (
    <PageContent key={page.path} path={page.path} content={standing} mount={mountPriceExplorer} />
  );

async function loadClient(path: string, file: string) {
  const [{ default: AccountPart }, Page] = await Promise.all([
    loadChunk('account', () => import('./account-part')),
    loadChunk(path, () => loadClientPage(file)),
    adoptStyles('account', () => import('../styles/account-part.css?inline')),
  ]);
  return (
    <AccountPart>
      <Page />
    </AccountPart>
  );
}

const contentRoutes = pages.map(
  (page): Route => ({ ...page, load: () => loadContent(page), wake: () => wakeContent(page) }),
);

function clientRoute({ file, ...head }: ClientPage): Route {
  const load = () => loadClient(head.path, file);
  const modules = [head.start ?? [], 'app/account-part.tsx', file].flat();
  return { ...head, client: true, load, wake: load, modules };
}

export const routes: Route[] = [...contentRoutes, ...clientPages.map(clientRoute)];

const routesByPath = new Map(routes.map((route) => [route.path, route]));

export const hasRoute = (path: string) => routesByPath.has(path);

/** The route of an address; the 404 page for one that there is not. */
export function routeOf(path: string): Route {
  const route = routesByPath.get(path.replace(/(.)\/+$/, '$1')) ?? routesByPath.get('/404');
  if (!route) throw new Error('There is no page for /404.');
  return route;
}
