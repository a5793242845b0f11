// A tab that was opened before a release still asks for the files of the build before: they stay for one more build.
import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Adds the last build's files under `static`, which `kept` holds, and then stores those of this build there. */
export async function keepPrevious(dist, kept) {
  const names = join(dist, 'static');
  await cp(names, `${kept}.new/static`, { recursive: true });
  await cp(join(kept, 'static'), names, { recursive: true, force: false }).catch((error) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rm(kept, { recursive: true, force: true });
  await rename(`${kept}.new`, kept);
}
