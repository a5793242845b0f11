import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readPage, withoutScript } from './comparison-site';

const run = promisify(execFile);

/** The last major version that runs on Node 20. */
const astro = '5.18.2';

const config = `export default {
  prefetch: { prefetchAll: true, defaultStrategy: 'hover' },
  build: { inlineStylesheets: 'always' },
  devToolbar: { enabled: false },
};`;

const route = `---
import pages from '../pages.json';
export const getStaticPaths = () => pages.map(({ path, ...props }) => ({ params: { path }, props }));
const { title, css, body } = Astro.props;
---
<!doctype html>
<html lang="en-IN">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="data:," />
    <title>{title}</title>
    <style is:inline set:html={css}></style>
  </head>
  <body set:html={body} />
</html>`;

const contentOf = (html: string) => ({
  title: /<title>(.*?)<\/title>/s.exec(html)?.[1],
  css: [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, sheet]) => sheet).join(''),
  body: /<body[^>]*>(.*)<\/body>/s.exec(html)?.[1],
});

/** The route of a page in Astro; the home page has none. */
const routeOf = (path: string) => path.slice(1) || undefined;

/**
 * Installs Astro in `directory` and builds the same pages with it: our content and styles, Astro's document and prefetching.
 * @returns its files by path.
 */
export async function buildAstroPeer(
  directory: string,
  productUrl: string,
  paths: string[],
): Promise<Map<string, string>> {
  mkdirSync(join(directory, 'src/pages'), { recursive: true });
  const pages = paths.map(async (path) => ({
    path: routeOf(path),
    ...contentOf(withoutScript(await readPage(productUrl, path))),
  }));
  const manifest = { private: true, type: 'module', dependencies: { astro } };
  writeFileSync(join(directory, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(directory, 'astro.config.mjs'), config);
  writeFileSync(join(directory, 'src/pages.json'), JSON.stringify(await Promise.all(pages)));
  writeFileSync(join(directory, 'src/pages/[...path].astro'), route);
  const options = { cwd: directory, env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' } };
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'], options);
  await run(process.execPath, ['node_modules/astro/astro.js', 'build'], options);
  const built = join(directory, 'dist');
  const files = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(html|js)$/.test(name));
  const pathOf = (name: string) => `/${name.replace(/\/?index\.html$/, '')}`;
  return new Map(files.map((name) => [pathOf(name), readFileSync(join(built, name), 'utf8')]));
}
