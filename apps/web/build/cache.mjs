import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../node_modules/.build');

/**
 * The result of `make` for a source, from the build cache where it is there.
 * @param kind  part of the cache key, next to the hash of the source; change it when `make` changes
 */
export async function cached(kind, source, make) {
  const file = join(folder, `${kind}-${createHash('sha256').update(source).digest('hex').slice(0, 32)}`);
  const known = await readFile(file).catch(() => undefined);
  if (known) return known;
  const made = await make();
  await mkdir(folder, { recursive: true });
  // A build that is stopped, or a full disk, leaves no part of a file under its name.
  const part = `${file}.${randomUUID()}`;
  await writeFile(part, made);
  await rename(part, file);
  return made;
}
