import { createHash } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, mkdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { DataDirInUse, lockDataDir } from './data-dir-lock';
import { applicationName, servePglite } from './embedded-socket';

/** The embedded database, in this process or another one. */
export interface Embedded {
  /** Where drivers reach it: a Unix socket. */
  url: string;
  close(): Promise<void>;
}

/** Time for a process that has the database to end. */
const patienceMs = 10_000;
/** Time for commands to end when their server stops. */
const graceMs = 3_000;
/** A command that has the database waits this long for other commands. */
const maxCommandMs = 3_600_000;
/** The address of a Unix socket has at most 103 bytes on macOS, 107 on Linux. */
const maxAddressBytes = 103;

/** Drivers derive the name from the port. */
const socketIn = (folder: string) => joinPath(folder, '.s.PGSQL.5432');

/** DATA_DIR, then what replaces it where its path is too long or its file system has no sockets. */
function socketFolders(dataDir: string) {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  const others = ['', '-2', '-3'].map((end) => joinPath(tmpdir(), `novacore-${hash}${end}`));
  return [dataDir, ...others].filter((folder) => Buffer.byteLength(socketIn(folder)) <= maxAddressBytes);
}

/** Whether no other user can put a socket there. Other users may make the folders in the temporary directory first. */
function isOurs(folder: string, dataDir: string) {
  const info = (folder === dataDir ? statSync : lstatSync)(folder, { throwIfNoEntry: false });
  return Boolean(info?.isDirectory() && info.uid === process.getuid?.() && !(info.mode & 0o022));
}

const urlOf = (folder: string) =>
  `postgresql://postgres@localhost:5432/postgres?sslmode=disable&application_name=${applicationName}&host=${encodeURIComponent(folder)}`;

async function openPglite(dataDir: string) {
  // Its CommonJS form cannot be installed under a path with `%`.
  const { PGlite } = await import('@electric-sql/pglite');
  const folder = joinPath(dataDir, 'pglite');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700); // PGlite lets everyone read and write its files
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

/** Tries again while another process opens, closes or migrates the database. */
async function patiently<Result>(open: () => Promise<Result>): Promise<Result> {
  for (const deadline = Date.now() + patienceMs; ; await sleep(50))
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof DataDirInUse) || Date.now() > deadline) throw error;
    }
}

/**
 * PGlite, which is PostgreSQL in this process, on the data under DATA_DIR, served to all processes of this user.
 * @throws DataDirInUse while another process serves it
 */
export const serveEmbedded = (dataDir: string) => patiently(() => serve(dataDir, graceMs));

/** Its connection keeps a command that serves from closing the database. */
async function join(dataDir: string): Promise<Embedded> {
  const isServed = (folder: string) => isOurs(folder, dataDir) && existsSync(socketIn(folder));
  const folder = socketFolders(dataDir).find(isServed);
  if (!folder) throw new Error('no process serves the embedded database');
  const url = urlOf(folder);
  const client = new Client({ connectionString: url, connectionTimeoutMillis: patienceMs });
  client.on('error', () => {}); // statements tell that the connection broke
  await client.connect();
  return { url, close: () => client.end() };
}

/** The embedded database that a process serves, or else this one, until `close`. */
export const joinEmbedded = (dataDir: string) =>
  patiently(() => join(dataDir).catch(() => serve(dataDir, maxCommandMs)));

/** Runs `work` while no other process migrates the embedded database. PostgreSQL's locks do not work in one session. */
export async function withEmbeddedLock<Result>(dataDir: string, work: () => Promise<Result>): Promise<Result> {
  const unlock = await patiently(async () => lockDataDir(dataDir, 'migration.pid'));
  return work().finally(unlock);
}
