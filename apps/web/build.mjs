// Builds the site in apps/web/dist: scripts, pages, public files, and their compressed forms.
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';

// Before anything loads React, which reads it once.
process.env.NODE_ENV = 'production';
const { bundle, dist } = await import('./build/bundle.mjs');
const { compressAll } = await import('./build/compress.mjs');
const { keepPrevious } = await import('./build/previous-build.mjs');
const { publishedContract } = await import('@novacore/contract/published');
const { reduceDocument } = await import('./build/reduce.mjs');
const { settings } = await import('./build/settings.mjs');

const source = await readFile(join(import.meta.dirname, '../../openapi.yaml'), 'utf8');
const contract = publishedContract(source, settings.publicUrl);

async function write(name, body) {
  await mkdir(dirname(join(dist, name)), { recursive: true });
  await writeFile(join(dist, name), body);
}

/** A schema of the contract as a separate JSON Schema, with the schemas that it refers to. */
function schemaDocument(name, address) {
  const { schemas } = parse(source).components;
  const names = new Set([name]);
  for (const each of names)
    for (const [, found] of JSON.stringify(schemas[each]).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      names.add(found);
  const document = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: address,
    $ref: `#/$defs/${name}`,
    $defs: Object.fromEntries([...names].map((each) => [each, schemas[each]])),
  };
  return JSON.stringify(document).replaceAll('#/components/schemas/', '#/$defs/');
}

/** The contract lies at the root of the site, as YAML and as JSON, and the schema of the price list. */
async function publishContract() {
  await write('openapi.yaml', contract);
  await write('openapi.json', JSON.stringify(parse(contract)));
  const address = `${settings.publicUrl}/pricing.schema.json`;
  await write('pricing.schema.json', schemaDocument('PriceList', address));
}

/** The content security policy's sources of the inline scripts or styles of a page, quotes included. */
const inlineSources = (html, pattern) =>
  [...html.matchAll(pattern)].map(([, text]) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);

/** Writes a page. @returns the server's record of it */
async function writePage({ path, file, kind, modules }, body) {
  const html = reduceDocument(body, await textsOf(modules));
  await write(file, html);
  const scriptHashes = inlineSources(html, /<script>(.*?)<\/script>/gs);
  return { path, file, kind, scriptHashes, styleHashes: inlineSources(html, /<style[^>]*>(.*?)<\/style>/gs) };
}

const { prerender, assets, textsOf } = await bundle();
const files = new Map((await prerender.prerender(assets, settings)).map(({ name, body }) => [name, body]));
for (const [name, body] of files) await write(name, body);
const pages = [];
for (const page of prerender.pageList()) pages.push(await writePage(page, files.get(page.file)));
await publishContract();

await keepPrevious(dist, join(import.meta.dirname, '.previous'));
await compressAll(dist);
// The server derives its security policy from this file, and whether the build still fits the settings. It is written
// last, so an interrupted build has none, and production refuses to serve it.
const build = { ...settings, pages };
await write('build.json', JSON.stringify(build, null, 2));
console.log(`${pages.length} pages in apps/web/dist, for ${settings.publicUrl}`);
