import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type Config, projectRoot } from '../config/config';

export interface SiteFile {
  contentType: string;
  /** Of the plain bytes. */
  hash: string;
  /** Named by their content: may be kept for a year. */
  immutable: boolean;
  bytes: Buffer;
  br?: Buffer;
  gz?: Buffer;
}

/** What the web's build says of itself: apps/web/dist/build.json. */
export interface SiteBuild {
  publicUrl: string;
  contactEmail: string;
  homeScriptUrl: string;
  /** CSP sources of the inline scripts and styles, quotes included: `'sha256-…'`. */
  scriptHashes: string[];
  styleHashes: string[];
}

export interface Site {
  build: SiteBuild;
  /** By address, such as `/pricing` or `/static/js/app-1a2b3c.js`. */
  files: ReadonlyMap<string, SiteFile>;
}

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.yaml': 'application/yaml; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.speculationrules': 'application/speculationrules+json',
  '.webmanifest': 'application/manifest+json',
};

const readIf = (file: string) => (existsSync(file) ? readFileSync(file) : undefined);

function readFile(dist: string, name: string): SiteFile {
  const file = join(dist, name);
  const bytes = readFileSync(file);
  return {
    contentType: contentTypes[extname(name)] ?? 'application/octet-stream',
    hash: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
    immutable: name.startsWith('static/'),
    bytes,
    br: readIf(`${file}.br`),
    gz: readIf(`${file}.gz`),
  };
}

const isServed = (name: string) => extname(name) in contentTypes && name !== 'build.json' && !/(^|\/)\./.test(name);

/** `pricing/index.html` is served at `/pricing`. */
const addressOf = (name: string) => `/${name.replace(/\/?index\.html$/, '')}`;

/**
 * The built site, whole, from apps/web/dist: it is a few megabytes, and served from memory. Without a build there
 * are no files: the API runs alone.
 */
export function loadSite(dist = join(projectRoot, 'apps/web/dist')): Site {
  const build = readIf(join(dist, 'build.json'));
  if (!build)
    return {
      build: { publicUrl: '', contactEmail: '', homeScriptUrl: '', scriptHashes: [], styleHashes: [] },
      files: new Map(),
    };
  const names = readdirSync(dist, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  const files = names.filter(isServed).map((name) => [addressOf(name), readFile(dist, name)] as const);
  return { build: JSON.parse(build.toString()), files: new Map(files) };
}

/** @throws Error when the site is not completely built, or was built for other settings than these. */
export function checkSiteBuild({ build, files }: Site, config: Config) {
  if (!files.size) throw new Error('The site is not built, or its build was stopped: run npm run build.');
  const keys = ['publicUrl', 'contactEmail', 'homeScriptUrl'] as const;
  const stale = keys.filter((key) => build[key] !== config[key]);
  if (stale.length) throw new Error(`The site was built with another ${stale.join(', ')}: run npm run build again.`);
}
