// A tab that was opened before a release still asks for the files of the build before: they stay for one more build.
import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

const isKept = (name) => name.startsWith('static/');

/** The files under `static` of this folder, without their compressed forms. */
export async function hashedFiles(dist) {
  const names = await readdir(join(dist, 'static'), { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(dist.length + 1));
}

/** Copies what the last build made to the next one, though not what it had kept of the one before. */
export async function keepPrevious(dist, next) {
  const file = join(dist, 'build.json');
  const { files = [] } = existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : {};
  for (const name of files.filter(isKept))
    if (existsSync(join(dist, name))) await cp(join(dist, name), join(next, name), { force: false });
}

/** Replaces the last build. Until here it was complete, also for a server that was using it. */
export async function publish(dist, next) {
  const last = `${next}-last`;
  await rm(last, { recursive: true, force: true });
  if (existsSync(dist)) await rename(dist, last);
  await rename(next, dist);
  await rm(last, { recursive: true, force: true });
}
