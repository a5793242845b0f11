import { files, heads } from 'virtual:page-heads';
import type { ReactNode } from 'react';
import type { NavHead, Page } from '../site/page';
import { PageRuns } from '../site/page-runs';
import { pages } from '../site/pages/index';
import { loadLiveSections } from '../site/sections/live-sections';
import { Still } from '../site/still';
import { adoptStyles } from '../ui/adopt-styles';
import { type ClientPage, clientPages, loadClientPage } from './client-pages';
import { loadContactForm } from './contact-form';
import { loadChunk } from './load-chunk';

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
  /** The modules that `load` or `wake` import, below `src`: the prerender names their chunks in the page. */
  modules: string[];
};

type LoadPage = (typeof pages)[number];

/** A page with live sections comes in two pieces (build/page-module.mjs). */
async function loadWhole(path: string, loadPage: LoadPage) {
  const page: { default: Page; whole?: LoadPage } = await loadChunk(path, loadPage);
  return page.whole ? loadChunk(path, page.whole) : page;
}

async function loadContent(path: string, loadPage: LoadPage) {
  const [{ default: page }, { ContentPage, prepare }] = await Promise.all([
    loadWhole(path, loadPage),
    loadChunk('content', () => import('../site/content-page')),
  ]);
  const [Form] = await Promise.all([loadContactForm(page), loadChunk(path, () => prepare(page))]);
  return <ContentPage key={path} page={page} Form={Form} />;
}

/** One run of still content is all of the page; otherwise its data says what lies between. */
async function wakeContent(path: string, loadPage: LoadPage) {
  if (document.querySelector('#main > .still:only-child')) return <Still key={path} name={`${path} 0`} />;
  const { default: page } = await loadChunk(path, loadPage);
  const [Form] = await Promise.all([loadContactForm(page), loadChunk(path, () => loadLiveSections(page))]);
  return <PageRuns key={path} page={page} Form={Form} />;
}

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

const contentRoutes = pages.map((loadPage, index): Route => {
  const head = heads[index] as NavHead;
  const load = () => loadContent(head.path, loadPage);
  return { ...head, load, wake: () => wakeContent(head.path, loadPage), modules: [files[index] as string] };
});

function clientRoute({ file, ...head }: ClientPage): Route {
  const load = () => loadClient(head.path, file);
  return { ...head, client: true, load, wake: load, modules: ['app/account-part.tsx', file] };
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
