// Every document contains these instead of requesting them: the head's script, the icons, the favicon.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minifySync } from 'vite';
import { scriptTargets } from './browsers.mjs';

const read = (name) => readFile(join(import.meta.dirname, '../src', name), 'utf8');

/** The style sheet of every page, `index`, and those of the parts, by the part's name. */
export async function styleSheets() {
  const names = await readdir(join(import.meta.dirname, '../src/styles'));
  const parts = names
    .filter((name) => name.endsWith('-part.css'))
    .map((name) => [name.slice(0, -'-part.css'.length), name]);
  return Object.fromEntries([['index', 'index.css'], ...parts].map(([key, name]) => [key, `src/styles/${name}`]));
}

/** One block, so that it shares no names with the page. */
export async function headSnippet() {
  const source = `{${await read('prerender/head-snippet.js')}}`;
  const { code } = minifySync('snippet.js', source, {
    compress: { target: scriptTargets },
    mangle: { toplevel: true },
  });
  return code.trim();
}

export async function siteSprite() {
  const svg = await read('ui/icons.svg');
  return svg.match(/<symbol[\s\S]*<\/symbol>/)[0].replaceAll('\n', '');
}

/** As a `data:` address, because a request for it would compete with the first paint. */
export async function siteFavicon() {
  const svg = (await read('ui/mark.svg')).trim().replaceAll('"', "'");
  return `data:image/svg+xml,${svg.replace(/[<>#%]/g, encodeURIComponent)}`;
}
