import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { root, run, step } from './run.mjs';

const stamp = `${root}node_modules/.installed-from`;
const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(`${root}package-lock.json`))
    .digest('hex');
const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash();

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
  await step('Installing packages (about a minute)', () =>
    run('npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']),
  );
  writeFileSync(stamp, lockHash());
}
