import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export class DataDirInUse extends Error {}

/** The start time on Linux tells processes with a reused id apart. Empty on other systems. */
function startOf(pid: number) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').split(' ')[20] ?? '';
  } catch {
    return '';
  }
}

const ownerText = (pid: number) => `${pid} ${startOf(pid)}`;

function isAlive(pid: number) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** @returns the id of the process that holds the lock, or 0 */
function holderOf(file: string) {
  try {
    const owner = readFileSync(file, 'utf8');
    const pid = Number(owner.split(' ')[0]);
    return isAlive(pid) && (!owner.includes(' ') || owner === ownerText(pid)) ? pid : 0;
  } catch {
    return 0; // no lock file
  }
}

/** Creates the lock with its content in one step. @returns false if there is one */
function create(file: string, from: string) {
  try {
    linkSync(from, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/** Removes the lock of a dead process. Restores the lock if another process has taken it in between. */
function removeStale(file: string, aside: string) {
  try {
    renameSync(file, aside);
  } catch {
    return; // gone already
  }
  if (holderOf(aside)) create(file, aside);
}

/**
 * Locks the embedded database, which allows one process. Ignores the lock of a dead process.
 * @returns a function that releases the lock
 * @throws DataDirInUse if another process holds it
 */
export function lockDataDir(dataDir: string, name = 'pglite.pid'): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, name);
  const own = `${file}.${process.pid}`;
  writeFileSync(own, ownerText(process.pid));
  try {
    while (!create(file, own)) {
      const holder = holderOf(file);
      if (holder)
        throw new DataDirInUse(
          `The embedded database in ${dataDir} is in use by process ${holder}. Stop it first, or set DATABASE_URL to a PostgreSQL.`,
        );
      removeStale(file, `${own}.stale`);
    }
  } finally {
    rmSync(own, { force: true });
    rmSync(`${own}.stale`, { force: true });
  }
  return () => rmSync(file, { force: true });
}
