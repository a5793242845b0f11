import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from './run.mjs';

/** Sources, types and maps of packages, and the database client's engines for other databases. */
const notNeeded =
  /\.(d\.[cm]?ts|ts|map|md|flow)$|\/\.(next-dist|cache)$|(query_compiler|query_engine)\w*\.(?!postgresql)\w+\./;

/** Paths in package-lock.json of what apps need at run time, without peers such as the database client's CLI. */
function productionPaths(apps) {
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
  for (const app of apps) visit(`apps/${app}`);
  return [...found];
}

/** Copies parts of the project, and the packages that its apps need at run time. @returns the paths of these packages */
export function copyProduction(target, parts, apps) {
  for (const part of parts) cpSync(join(root, part), join(target, part), { recursive: true });
  const isNestedPackage = (source, path) => source !== join(root, path) && basename(source) === 'node_modules';
  const paths = productionPaths(apps);
  for (const path of paths) {
    mkdirSync(join(target, path), { recursive: true });
    const filter = (source) => !notNeeded.test(source) && !isNestedPackage(source, path);
    cpSync(join(root, path), join(target, path), { recursive: true, filter });
  }
  return paths;
}

export const megabytes = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0) /
  1024 ** 2;
