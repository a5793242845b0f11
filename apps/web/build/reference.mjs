import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { minifySync } from 'vite';
import { scriptTargets } from './browsers.mjs';
import { operationList } from './operation-list.mjs';

const source = join(import.meta.dirname, '../reference');
const redoc = createRequire(import.meta.url).resolve('redoc/bundles/redoc.standalone.js');

/** Redoc would load its maker's logo from a CDN; nothing here comes from another party. */
const FOREIGN_LOGO = 'https://cdn.redoc.ly/redoc/logo-mini.svg';
const NO_IMAGE = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>";

/** Redoc would fall over a fragment that cannot be decoded, at the start, at a change and at each scroll. */
const FRAGMENT = 'decodeURIComponent(window.location.hash.substring(1))';
const READABLE_FRAGMENT = `(()=>{try{return ${FRAGMENT}}catch{return""}})()`;

async function mendedRedoc() {
  const script = await readFile(redoc, 'utf8');
  if (!script.includes(FOREIGN_LOGO)) throw new Error('Redoc has changed: look again what it loads from elsewhere');
  if (!script.includes(FRAGMENT)) throw new Error('Redoc has changed: look again how it reads the fragment');
  return script.replace(FOREIGN_LOGO, NO_IMAGE).replace(FRAGMENT, READABLE_FRAGMENT);
}

/** Lies under `static`, named by its content. @returns its address. */
async function emit(dist, name, body) {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 8);
  const extension = extname(name);
  const folder = `static/${extension.slice(1)}`;
  const file = `${folder}/${name.slice(0, -extension.length)}-${hash}${extension}`;
  await mkdir(join(dist, folder), { recursive: true });
  await writeFile(join(dist, file), body);
  return `/${file}`;
}

const fill = (template, values) => template.replace(/%([A-Z_]+)%/g, (_, name) => values[name]);

/** The API reference at /docs/api: a separate document with Redoc, which reads /openapi.json. */
export async function buildReference(dist, contract, { shareTags }, { favicon, font }) {
  const read = (name) => readFile(join(source, name), 'utf8');
  const style = fill(await read('reference.css'), { FONT: font });
  const { code } = minifySync('reference.js', await read('reference.js'), { compress: { target: scriptTargets } });
  const values = {
    OPERATIONS: operationList(contract),
    SHARE_TAGS: shareTags,
    FAVICON: favicon,
    FONT: font,
    STYLE: await emit(dist, 'reference.css', style),
    REDOC: await emit(dist, 'redoc.js', await mendedRedoc()),
    SCRIPT: await emit(dist, 'reference.js', code),
  };
  await mkdir(join(dist, 'docs/api'), { recursive: true });
  await writeFile(join(dist, 'docs/api/index.html'), fill(await read('index.html'), values));
}
