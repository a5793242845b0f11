import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../support/paths';
import { type Folder, serveFiles } from './folder-server';

const dist = join(projectRoot, 'apps/web/dist');

export interface BuiltPage {
  path: string;
  file: string;
  noindex: boolean;
}

/** The pages of the built site, as its build lists them. */
export const builtPages = (): BuiltPage[] => JSON.parse(readFileSync(join(dist, 'build.json'), 'utf8')).pages;

/** A page with its scripts taken out; what search engines read stays. */
const withoutScript = (html: string) =>
  html.replace(/<script(?! type="application\/ld\+json")[^>]*>.*?<\/script>/gs, '').replace(/ data-js="[^"]*"/, '');

/** What the product says of its pages' safety: a kilobyte that every visitor gets, script or not. */
export async function securityHeaders(site: string) {
  const { headers } = await fetch(site);
  return Object.fromEntries([...headers].filter(([name]) => /policy|^x-|^vary|^strict/.test(name)));
}

/** The limit: the very same pages, with the headers that they have at `site`, and nothing that could come after them. */
export async function serveStaticLimit(pages: BuiltPage[], site: string): Promise<Folder> {
  const bare = ({ file }: BuiltPage) => Buffer.from(withoutScript(readFileSync(join(dist, file), 'utf8')));
  return serveFiles(new Map(pages.map((page) => [page.path, bare(page)])), await securityHeaders(site));
}
