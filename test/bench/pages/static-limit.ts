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

/** The limit: the very same pages, and nothing that could come after them. */
export const serveStaticLimit = (pages: BuiltPage[]): Promise<Folder> =>
  serveFiles(
    new Map(
      pages.map(
        ({ path, file }) => [path, Buffer.from(withoutScript(readFileSync(join(dist, file), 'utf8')))] as const,
      ),
    ),
  );
