// A tab that was opened before a release still asks for the files of the build before: they stay for one more build.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const asideFolder = join(import.meta.dirname, '../node_modules/.previous');
const isKept = (name) => name.startsWith('static/');

/** The files under `static` of this folder, without their compressed forms. */
export async function hashedFiles(dist) {
  const names = await readdir(join(dist, 'static'), { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(dist.length + 1));
}

async function move(from, to, name) {
  if (!existsSync(join(from, name)) || existsSync(join(to, name))) return;
  await mkdir(dirname(join(to, name)), { recursive: true });
  await rename(join(from, name), join(to, name));
}

/** Puts aside what the last build made, though not what it had kept of the one before. */
export async function setAside(dist, folder = asideFolder) {
  await rm(folder, { recursive: true, force: true });
  const file = join(dist, 'build.json');
  const { files = [] } = existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : {};
  for (const name of files.filter(isKept)) await move(dist, folder, name);
}

/** Returns it, next to what the new build made. */
export async function restorePrevious(dist, folder = asideFolder) {
  if (!existsSync(folder)) return;
  for (const name of await hashedFiles(folder)) await move(folder, dist, name);
  await rm(folder, { recursive: true });
}
