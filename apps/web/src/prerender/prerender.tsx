import { renderToStaticMarkup } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  type RouteObject,
  StaticRouterProvider,
} from 'react-router-dom';
import { ErrorNotice } from '../app/error-page';
import type { RouteHead } from '../route-head';
import { siteRoutes } from '../routes';
import { allPages } from '../site/pages/index';
import { type Assets, documentOf, isApplication, type Settings, type SiteFile } from './document';
import { modulesOf } from './parts';
import { siteFiles } from './seo-files';
import { structuredDataOf } from './structured-data';

const routes = siteRoutes();
const handler = createStaticHandler(routes);

const headsOf = (routes: RouteObject[]): RouteHead[] =>
  routes.flatMap(({ handle, children }) => [...(handle ? [handle as RouteHead] : []), ...headsOf(children ?? [])]);

const heads = headsOf(routes);

async function render(path: string): Promise<string> {
  const context = await handler.query(new Request(`http://localhost${path}`));
  if (context instanceof Response) throw new Error(`${path} is redirected.`);
  for (const error of Object.values(context.errors ?? {})) throw error;
  const router = createStaticRouter(handler.dataRoutes, context);
  return renderToStaticMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />);
}

/** `/` is `index.html`. The 404 page must not have an address of a page. */
const fileOf = (path: string) => (path === '/404' ? '404.html' : `${path.slice(1)}/index.html`.replace(/^\//, ''));

const failureNotice = renderToStaticMarkup(<ErrorNotice kind="chunk" />);

async function documentFor(head: RouteHead, assets: Assets, settings: Settings) {
  const page = allPages.find(({ path }) => path === head.path);
  const structuredData = page ? structuredDataOf(page, settings.publicUrl) : [];
  const html = await render(head.path);
  const notice = isApplication(head) ? failureNotice : undefined;
  return documentOf({ head, html, structuredData, failureNotice: notice }, assets, settings);
}

/** Renders one document for the development server. */
export function renderDocument(address: string, assets: Assets, settings: Settings) {
  const matches = matchRoutes(routes, address) ?? matchRoutes(routes, '/404');
  return documentFor(matches?.at(-1)?.route.handle as RouteHead, assets, settings);
}

/** Renders every page once, and the files for search engines and programs. */
export async function prerender(assets: Assets, settings: Settings): Promise<SiteFile[]> {
  const files: SiteFile[] = [];
  for (const head of heads) files.push({ name: fileOf(head.path), body: await documentFor(head, assets, settings) });
  return [...files, ...siteFiles(allPages, settings)];
}

/** The kind decides the headers of a page (apps/bff/src/http/security-headers.ts). */
function kindOf({ part, opensFromMail, staff }: RouteHead) {
  if (staff) return 'staff';
  if (opensFromMail) return 'mail-link';
  return part === 'application' ? part : 'content';
}

/** All pages with their kinds and the modules below `src` that only they load. */
export const pageList = () =>
  heads.map((head) => ({
    path: head.path,
    file: fileOf(head.path),
    kind: kindOf(head),
    modules: modulesOf(head),
  }));
