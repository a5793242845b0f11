import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../support/paths';
import { componentOf, menuOf, type PageParts, partsOf } from './sources';

const sources = join(projectRoot, 'test/bench/peers');
/** Ignored by git: installed and built here when it is needed, and kept. */
const cache = join(sources, '.cache');

/** How a peer is put together: where its generated sources go, and where its build leaves the site. */
export interface Peer {
  name: 'spa' | 'astro' | 'next';
  label: string;
  folder: string;
  output: string;
  /** One page for every address, drawn by script. */
  single?: boolean;
}

export const peers: Peer[] = [
  { name: 'spa', label: 'one-bundle React SPA', folder: 'src', output: 'dist', single: true },
  { name: 'astro', label: 'Astro 5, React islands', folder: 'src', output: 'dist' },
  { name: 'next', label: 'Next.js 16 export, CSS inlined', folder: 'app', output: 'out' },
];

const pages = {
  home: 'index.html',
  pricing: 'pricing/index.html',
  login: 'login/index.html',
  payment: 'payment/index.html',
};

const partsModule = ({ title, before, after }: PageParts) =>
  Object.entries({ title, before, after })
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`)
    .join('');

function writeSources({ name, folder }: Peer, directory: string) {
  const generated = join(directory, folder, 'generated');
  cpSync(join(sources, name), directory, { recursive: true });
  cpSync(join(sources, 'menu.jsx'), join(directory, folder, 'menu.jsx'));
  mkdirSync(generated, { recursive: true });
  const home = partsOf(pages.home);
  writeFileSync(join(generated, 'site.css'), home.css);
  writeFileSync(join(generated, 'panel.jsx'), menuOf(home));
  for (const [page, file] of Object.entries(pages)) {
    const parts = partsOf(file);
    const component = page.replace(/^./, (first) => first.toUpperCase());
    writeFileSync(join(generated, `${page}.jsx`), componentOf(parts, component));
    writeFileSync(join(generated, `${page}.parts.js`), partsModule(parts));
  }
}

const run = (directory: string, ...args: string[]) =>
  promisify(execFile)('npm', args, {
    cwd: directory,
    env: { ...process.env, NODE_ENV: undefined, ASTRO_TELEMETRY_DISABLED: '1', NEXT_TELEMETRY_DISABLED: '1' },
    maxBuffer: 50_000_000,
  });

const addressOf = (name: string) => `/${name.replace(/(\/?index)?\.html$/, '')}`;

function readSite(directory: string, single = false): Map<string, Buffer> {
  const names = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = new Map(
    names.map(({ parentPath, name }) => {
      const file = join(parentPath, name);
      return [addressOf(file.slice(directory.length + 1)), readFileSync(file)] as const;
    }),
  );
  const index = files.get('/');
  if (single && index) files.set('*', index);
  return files;
}

/** Installs a peer's own packages and builds it from our pages as they are now. @returns its files by their address. */
export async function buildPeer(peer: Peer): Promise<Map<string, Buffer>> {
  const directory = join(cache, peer.name);
  writeSources(peer, directory);
  if (!existsSync(join(directory, 'node_modules')))
    await run(directory, 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error');
  await run(directory, 'run', 'build');
  return readSite(join(directory, peer.output), peer.single);
}
