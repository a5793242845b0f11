// A tab that was opened before a release still asks for the files of the build before: they stay for one more build.
import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

const asideFolder = join(import.meta.dirname, '../node_modules/.previous');
const isKept = (name) => name.startsWith('static/');

/** The files under `static` of this folder, without their compressed forms. */
export async function hashedFiles(dist) {
  const names = await readdir(join(dist, 'static'), { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(dist.length + 1));
}

/** Puts aside what the last build made, though not what it had kept of the one before. */
export async function setAside(dist, folder = asideFolder) {
  const report = join(dist, 'build.json');
  // No build has finished since the last files were put aside: they still belong to the last release.
  if (!existsSync(report)) return;
  await rm(folder, { recursive: true, force: true });
  const { files } = JSON.parse(await readFile(report, 'utf8'));
  for (const name of files.filter(isKept))
    if (existsSync(join(dist, name))) await cp(join(dist, name), join(folder, name));
  await rm(report);
}

/** Copies it next to what the new build made. */
export async function restorePrevious(dist, folder = asideFolder) {
  if (existsSync(folder)) await cp(folder, dist, { recursive: true, force: false });
}
