import { createHash } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, mkdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { DataDirInUse, lockDataDir } from './data-dir-lock';
import { applicationName, servePglite } from './embedded-socket';

/** The embedded database of this or another process. */
export interface Embedded {
  /** Address with a Unix socket. */
  url: string;
  close(): Promise<void>;
}

/** Time that we wait for another process to release the database. */
const patienceMs = 10_000;
/** Time for commands to finish when the server stops. */
const graceMs = 3_000;
/** Time that a command waits for other commands if it serves the database. */
const maxCommandMs = 3_600_000;
/** Socket paths have at most 103 bytes on macOS and 107 on Linux. */
const maxAddressBytes = 103;

/** Drivers derive this name from the port. */
const socketIn = (folder: string) => joinPath(folder, '.s.PGSQL.5432');

/** DATA_DIR, then replacements in case its path is too long or its file system has no sockets. */
function socketFolders(dataDir: string) {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  const others = ['', '-2', '-3'].map((end) => joinPath(tmpdir(), `novacore-${hash}${end}`));
  return [dataDir, ...others].filter((folder) => Buffer.byteLength(socketIn(folder)) <= maxAddressBytes);
}

/** Whether only this user can create a socket there. Other users may create the temporary folders first. */
function isOurs(folder: string, dataDir: string) {
  const info = (folder === dataDir ? statSync : lstatSync)(folder, { throwIfNoEntry: false });
  return Boolean(info?.isDirectory() && info.uid === process.getuid?.() && !(info.mode & 0o022));
}

const urlOf = (folder: string) =>
  `postgresql://postgres@localhost:5432/postgres?sslmode=disable&application_name=${applicationName}&host=${encodeURIComponent(folder)}`;

async function openPglite(dataDir: string) {
  // The CommonJS version fails in a path with `%`.
  const { PGlite } = await import('@electric-sql/pglite');
  const folder = joinPath(dataDir, 'pglite');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700); // other users could read and write PGlite's files
  return PGlite.create(folder).catch((error) => {
    const way = 'Restore it from a copy, or move the folder away to start with an empty database.';
    throw new Error(`The embedded database in ${folder} is damaged or of another version. ${way}`, { cause: error });
  });
}

async function openAndListen(dataDir: string) {
  const pglite = await openPglite(dataDir);
  let reason = 'the path is too long';
  for (const folder of socketFolders(dataDir))
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      if (!isOurs(folder, dataDir)) throw new Error(`other users can write to ${folder}`);
      return { url: urlOf(folder), end: await servePglite(pglite, socketIn(folder)) };
    } catch (error) {
      reason = (error as Error).message;
    }
  throw new Error(`The embedded database needs a Unix socket: ${reason}. Set DATABASE_URL to a PostgreSQL.`);
}

async function serve(dataDir: string, limitMs: number): Promise<Embedded> {
  const unlock = lockDataDir(dataDir);
  try {
    const { url, end } = await openAndListen(dataDir);
    return { url, close: () => end(limitMs).then(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Retries while another process opens, closes or migrates the database. */
async function patiently<Result>(open: () => Promise<Result>): Promise<Result> {
  for (const deadline = Date.now() + patienceMs; ; await sleep(50))
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof DataDirInUse) || Date.now() > deadline) throw error;
    }
}

/**
 * Opens PGlite (PostgreSQL in this process) on DATA_DIR, and serves it to all processes of this user.
 * @throws DataDirInUse if another process serves it
 */
export const serveEmbedded = (dataDir: string) => patiently(() => serve(dataDir, graceMs));

/** The open connection keeps the serving process from closing the database. */
async function join(dataDir: string): Promise<Embedded> {
  const isServed = (folder: string) => isOurs(folder, dataDir) && existsSync(socketIn(folder));
  const folder = socketFolders(dataDir).find(isServed);
  if (!folder) throw new Error('no process serves the embedded database');
  const url = urlOf(folder);
  const client = new Client({ connectionString: url, connectionTimeoutMillis: patienceMs });
  client.on('error', () => {}); // statements report a broken connection
  await client.connect();
  return { url, close: () => client.end() };
}

/** Joins the process that serves the embedded database. If there is none, this process serves it until `close`. */
export const joinEmbedded = (dataDir: string) =>
  patiently(() => join(dataDir).catch(() => serve(dataDir, maxCommandMs)));

/** Prevents concurrent migrations of the embedded database. PostgreSQL's locks do not work within one session. */
export async function withEmbeddedLock<Result>(dataDir: string, work: () => Promise<Result>): Promise<Result> {
  const unlock = await patiently(async () => lockDataDir(dataDir, 'migration.pid'));
  return work().finally(unlock);
}
