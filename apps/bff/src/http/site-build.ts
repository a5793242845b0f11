import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config';
import { projectRoot } from '../project-root';

export interface SitePage {
  path: string;
  /** Determines the headers: see security-headers.ts. */
  kind: 'content' | 'application' | 'mail-link' | 'staff';
  /** CSP sources of inline scripts and styles, such as `'sha256-…'` with quotes. */
  scriptHashes: string[];
  styleHashes: string[];
}

/** The content of apps/web/dist/build.json. */
export interface SiteBuild {
  publicUrl: string;
  contactEmail: string;
  homeScriptUrl: string;
  paymentPurpose: string;
  logRetentionDays: number;
  /** SHA-256 of the operator file. */
  operatorHash: string;
  /** Fields of the operator file that still contain example text. */
  placeholders: string[];
  pages: SitePage[];
}

export interface Site {
  build: SiteBuild;
  folder: string;
  /** Files by URL path: `/pricing` is `pricing/index.html`. We serve only these, so no path can leave the folder. */
  files: ReadonlyMap<string, string>;
}

/** Hidden files, compressed copies, source maps and the build report are not part of the site. */
const notServed = /(^|\/)\.(?!well-known\/)|\.(br|gz|map)$|^build\.json$/;

const pathOf = (file: string) => `/${file.replace(/\/?index\.html$/, '')}`;

/** A staff page also serves all paths below it. @returns a function that finds the page for a path */
export function pageFinder({ pages }: SiteBuild): (path: string) => string {
  const staff = pages.filter(({ kind }) => kind === 'staff');
  return (path) => staff.find((page) => path.startsWith(`${page.path}/`))?.path ?? path;
}

const notBuilt: SiteBuild = {
  publicUrl: '',
  contactEmail: '',
  homeScriptUrl: '',
  paymentPurpose: '',
  logRetentionDays: 0,
  operatorHash: '',
  placeholders: [],
  pages: [],
};

/** Without a build, there are no files and the API runs alone. */
export function loadSite(folder = join(projectRoot, 'apps/web/dist')): Site {
  const report = join(folder, 'build.json');
  if (!existsSync(report)) {
    return { build: notBuilt, folder, files: new Map() };
  }
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((file) => !notServed.test(file));
  return {
    build: JSON.parse(readFileSync(report, 'utf8')),
    folder,
    files: new Map(files.map((file) => [pathOf(file), file])),
  };
}

/** @throws Error if the site is incomplete, was built for other settings, or shows placeholders */
export function checkSiteBuild({ build, files }: Site, config: Config) {
  if (!files.size) throw new Error('The site is not built, or its build was stopped: run npm run build.');
  const keys = ['publicUrl', 'contactEmail', 'homeScriptUrl', 'paymentPurpose', 'logRetentionDays'] as const;
  const stale: string[] = keys.filter((key) => build[key] !== config[key]);
  const operatorHash = createHash('sha256').update(readFileSync(config.operatorFile)).digest('hex');
  if (build.operatorHash !== operatorHash) stale.push('operatorFile');
  if (stale.length) throw new Error(`The site was built with another ${stale.join(', ')}: run npm run build again.`);
  if (build.placeholders.length)
    throw new Error(`The site shows placeholders of the operator file: ${build.placeholders.join(', ')}.`);
}
