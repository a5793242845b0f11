import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { root, run, step } from './run.mjs';

const stamp = `${root}node_modules/.installed-from`;
const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(`${root}package-lock.json`))
    .digest('hex');

/** What the project and its workspaces ask for by name, and is not there. */
function missingPackages() {
  const folders = [root, ...readdirSync(`${root}apps`).map((app) => `${root}apps/${app}/`)];
  return folders
    .filter((folder) => existsSync(`${folder}package.json`))
    .flatMap((folder) => {
      const { dependencies, devDependencies } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'));
      const isMissing = (name) => [root, folder].every((at) => !existsSync(`${at}node_modules/${name}/package.json`));
      return Object.keys({ ...dependencies, ...devDependencies }).filter(isMissing);
    });
}

const isInstalled = () =>
  existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash() && missingPackages().length === 0;

/**
 * Installs what package-lock.json lists, unless that is what lies there already. Not by `npm ci`: it refuses a lockfile
 * made where the optional packages of other platforms could not be seen.
 * No install script runs: nothing here needs one, and some would download.
 */
export async function ensureInstalled() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    throw new Error(`Node 20.19 or later is needed, this is ${process.version}`);
  if (isInstalled()) return;
  // The build needs the development packages, which npm leaves out where NODE_ENV is production.
  const which = ['--no-save', '--include=dev'];
  await step('Installing packages (about a minute)', () =>
    run('npm', ['install', ...which, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']),
  );
  const missing = missingPackages();
  if (missing.length) throw new Error(`npm did not install ${missing.join(', ')}.`);
  writeFileSync(stamp, lockHash());
}
