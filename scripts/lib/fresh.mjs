// What is built already is not built again: a stamp beside each result holds the hash of what it was made from.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './run.mjs';

const skipped = new Set(['node_modules', 'dist', 'generated']);

function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !skipped.has(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesUnder(join(path, entry.name)));
}

function hashOf(inputs, settings) {
  const hash = createHash('sha256').update(JSON.stringify([process.version, settings]));
  for (const file of inputs.flatMap((input) => filesUnder(join(root, input))))
    hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

/**
 * Does `work` unless `output` was made from the same inputs (files or folders) and settings before.
 * @returns {Promise<boolean>} whether anything was done.
 */
export async function unlessFresh({ output, inputs, settings = {} }, work) {
  const stamp = join(root, output, '.made-from');
  const hash = hashOf(inputs, settings);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return false;
  await work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
  return true;
}
