// A tab that was opened before a release still asks for the files of the build before: they stay for one more build.
import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The files of this build under `static`, whose names hold a hash of their content. */
export async function hashedFiles(dist) {
  const names = await readdir(join(dist, 'static'), { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(dist.length + 1));
}

/** Adds the files of the last build, which `kept` holds, and then stores those of this build there. */
export async function keepPrevious(dist, kept) {
  const files = await hashedFiles(dist);
  await cp(kept, dist, { recursive: true, force: false }).catch((error) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rm(kept, { recursive: true, force: true });
  for (const file of files) await cp(join(dist, file), join(kept, file));
}
