import { files, pages } from 'virtual:pages';
import { prerender as renderStatic } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { App } from '../app/app';
import { contactFormFiles } from '../app/contact-form';
import { loadRoute } from '../app/route-store';
import { type Route, routes } from '../app/routes';
import all from '../site/all-pages';
import { liveFiles } from '../site/sections/live-sections';
import type { Assets, Settings, SiteFile } from './assets';
import { documentOf } from './document';
import { findableFiles } from './findable';
import { partStyles } from './part-styles';
import { previewName } from './preview';
import { structuredDataOf } from './structured-data';

async function render(path: string): Promise<string> {
  const app = (
    <StaticRouter location={path}>
      <App />
    </StaticRouter>
  );
  // Whole: a page in pieces would need a script to put them together.
  const { prelude } = await renderStatic(app, { progressiveChunkSize: Number.POSITIVE_INFINITY });
  return new Response(prelude).text();
}

const entries = new Map(pages.map((page, index) => [page.path, { ...page, file: files[index] }]));

/** What the page needs to come alive: without live sections, nothing but the shell. */
function modulesOf({ path, modules = [] }: Route) {
  const { file, live = [] } = entries.get(path) ?? {};
  return live.length ? [`${file}?awake`, ...liveFiles(live), ...contactFormFiles(live)] : modules;
}

/** `/` is `index.html`; the page of unknown addresses must not lie at an address of its own. */
export const fileOf = (path: string) =>
  path === '/404' ? '404.html' : `${path.slice(1)}/index.html`.replace(/^\//, '');

async function pageFile(route: Route, assets: Assets, settings: Settings): Promise<SiteFile> {
  await loadRoute(route);
  const page = all.find(({ path }) => path === route.path);
  const body = documentOf(
    {
      route,
      description: page?.description ?? route.description ?? '',
      html: await render(route.path),
      modules: modulesOf(route),
      styles: partStyles(route, entries.get(route.path)),
      structuredData: page ? structuredDataOf(page, settings.publicUrl) : [],
    },
    assets,
    settings,
  );
  return { name: fileOf(route.path), body };
}

/** Every page as HTML, and what machines look for beside them. */
export async function prerender(assets: Assets, settings: Settings): Promise<SiteFile[]> {
  const files: SiteFile[] = [];
  for (const route of routes) files.push(await pageFile(route, assets, settings));
  return [...files, ...findableFiles(all, settings.publicUrl)];
}

export const pageList = () =>
  routes.map(({ path, noindex = false }) => ({ path, file: fileOf(path), noindex: noindex || path === '/404' }));

/** What link previews show. */
export const previews = () =>
  routes
    .filter(({ noindex }) => !noindex)
    .map((route) => ({
      file: previewName(route).slice(1),
      title: route.title,
      group: route.nav?.group,
      sky: route.navColour === 'sky',
    }));
