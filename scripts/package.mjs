// Copies what production needs into a folder: `npm run package`, or `-- <folder>`. Builds first.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { build } from './lib/build.mjs';
import { root } from './lib/run.mjs';
import { ensureInstalled } from './lib/setup.mjs';

const target = resolve(root, process.argv[2] ?? 'dist/novacore');
const parts = [
  'apps/bff/dist',
  'apps/bff/package.json',
  'apps/web/dist',
  'apps/web/operator.example.json',
  'prisma',
  'openapi.yaml',
  'deploy',
  '.env.example',
];
/** Sources, types and maps of packages, and the database client's engines for other databases. */
const notNeeded =
  /\.(d\.[cm]?ts|ts|map|md|flow)$|\/\.(next-dist|cache)$|(query_compiler|query_engine)\w*\.(?!postgresql)\w+\./;

/** Paths in package-lock.json of what the server needs at run time, without peers such as the database client's CLI. */
function productionPaths() {
  const { packages } = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8'));
  const found = new Set();
  const resolvePackage = (from, name) => {
    for (let at = from; ; at = at.includes('/') ? dirname(at) : '') {
      const path = join(at, 'node_modules', name);
      if (packages[path] && basename(at) !== 'node_modules') return path;
      if (!at) return undefined;
    }
  };
  const visit = (from) => {
    const { dependencies, optionalDependencies } = packages[from];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const path = resolvePackage(from, name);
      if (!path || found.has(path) || !existsSync(join(root, path))) continue;
      found.add(path);
      visit(path);
    }
  };
  visit('apps/bff');
  return [...found];
}

const megabytes = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0) /
  1024 ** 2;

await ensureInstalled();
await build();
rmSync(target, { recursive: true, force: true });
for (const part of parts) cpSync(join(root, part), join(target, part), { recursive: true });
const isNestedPackage = (source, path) => source !== join(root, path) && basename(source) === 'node_modules';
for (const path of productionPaths()) {
  mkdirSync(join(target, path), { recursive: true });
  const filter = (source) => !notNeeded.test(source) && !isNestedPackage(source, path);
  cpSync(join(root, path), join(target, path), { recursive: true, filter });
}
const scripts = {
  start: 'exec node apps/bff/dist/main.js',
  migrate: 'exec node apps/bff/dist/migrate.js',
  doctor: 'exec node apps/bff/dist/doctor/main.js',
  orders: 'exec node apps/bff/dist/orders-cli/main.js',
  people: 'exec node apps/bff/dist/people-cli/main.js',
};
writeFileSync(
  join(target, 'package.json'),
  `${JSON.stringify({ name: 'novacore', private: true, scripts }, null, 2)}\n`,
);
console.log(`${target}: ${Math.round(megabytes(target))} MB`);
