import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../node_modules/.build');

/**
 * What takes long to make is made once for the same source and kept between builds.
 * @param kind  what is made; a new way of making it is a new kind
 */
export async function kept(kind, source, make) {
  const file = join(folder, `${kind}-${createHash('sha256').update(source).digest('hex').slice(0, 32)}`);
  const known = await readFile(file).catch(() => undefined);
  if (known) return known;
  const made = await make();
  await mkdir(folder, { recursive: true });
  await writeFile(file, made);
  return made;
}
