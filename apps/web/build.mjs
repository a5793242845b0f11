// The site, from its sources to apps/web/dist: scripts, pages, link previews, and their compressed forms.
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';

const forProduction = process.env.NODE_ENV === 'production';
// Before anything loads React, which reads it once.
process.env.NODE_ENV = 'production';
const { bundle, next } = await import('./build/bundle.mjs');
const { compressAll } = await import('./build/compress.mjs');
const { drawFavicon, drawPreview, drawTouchIcon } = await import('./build/preview.mjs');
const { hashedFiles, keepPrevious, publish } = await import('./build/previous-build.mjs');
const { publishedContract, schemaDocument } = await import('./build/published-contract.mjs');
const { buildReference } = await import('./build/reference.mjs');
const { assertNoPlaceholders, settings } = await import('./build/settings.mjs');

const dist = join(import.meta.dirname, 'dist');
const source = await readFile(join(import.meta.dirname, '../../openapi.yaml'), 'utf8');
const contract = publishedContract(source, settings.publicUrl);

async function write(name, body) {
  await mkdir(dirname(join(next, name)), { recursive: true });
  await writeFile(join(next, name), body);
}

/** The contract lies at the root of the site, as YAML and as JSON, and the schema of the price list. */
async function publishContract() {
  await write('openapi.yaml', contract);
  await write('openapi.json', JSON.stringify(parse(contract)));
  const address = `${settings.publicUrl}/pricing.schema.json`;
  await write('pricing.schema.json', schemaDocument(source, 'PriceList', address));
}

const hashSource = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The content security policy's sources for all scripts and styles that are inline in these pages, quotes included. */
function inlineSources(pages) {
  const sourcesOf = (pattern) => {
    const texts = pages.flatMap(({ body }) => [...body.matchAll(pattern)].map(([, text]) => text));
    return [...new Set(texts)].map(hashSource);
  };
  return {
    scriptHashes: sourcesOf(/<script>(.*?)<\/script>/gs),
    styleHashes: sourcesOf(/<style[^>]*>(.*?)<\/style>/gs),
  };
}

if (forProduction) assertNoPlaceholders();
const { prerender, assets } = await bundle();
const files = await prerender.prerender(assets, settings);
for (const { name, body } of files) await write(name, body);
for (const preview of prerender.previews()) await write(preview.file, await drawPreview(preview));
await write('apple-touch-icon.png', await drawTouchIcon());
await write('favicon.ico', await drawFavicon());
await publishContract();
await buildReference(next, parse(contract), { shareTags: prerender.referenceTags(settings.publicUrl) }, assets);

const pages = files.filter(({ name }) => name.endsWith('.html'));
const built = await hashedFiles(next);
await keepPrevious(dist, next);
await compressAll(next);
// What the server needs to know of this build: for its security policy, and whether it still fits the settings. Written
// last: a build that was stopped half-way has none, and production refuses to serve it.
const build = { ...settings, ...inlineSources(pages), pages: prerender.pageList(), files: built };
await write('build.json', JSON.stringify(build, null, 2));
await publish(dist, next);
console.log(`${pages.length} pages in apps/web/dist, for ${settings.publicUrl}`);
