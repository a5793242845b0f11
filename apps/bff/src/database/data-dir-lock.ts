import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export class DataDirInUse extends Error {}

function isAlive(pid: number) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function holderOf(file: string) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0; // no lock file
  }
}

/**
 * The embedded database allows one process. The lock of a dead process is ignored.
 * @returns a function that releases the lock.
 * @throws DataDirInUse while another process holds it.
 */
export function lockDataDir(dataDir: string): () => void {
  const file = join(dataDir, 'pglite.pid');
  const holder = holderOf(file);
  if (holder && holder !== process.pid && isAlive(holder)) {
    throw new DataDirInUse(
      `The embedded database in ${dataDir} is in use by process ${holder}. Stop it first, or set DATABASE_URL to a PostgreSQL.`,
    );
  }
  writeFileSync(file, String(process.pid));
  return () => rmSync(file, { force: true });
}
