import { execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './process';
import { isInstalled } from './programs';

const versions = '/usr/lib/postgresql';

/** The folder of Debian's newest PostgreSQL programs; undefined where the package is not installed. */
export function postgresBin(): string | undefined {
  if (!isInstalled(versions)) return undefined;
  const newest = readdirSync(versions).sort((a, b) => Number(b) - Number(a));
  return newest.map((version) => join(versions, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
}

/** PostgreSQL refuses to run as root: there it runs as its own user. */
export function asPostgres(file: string, args: string[]) {
  const root = process.getuid?.() === 0;
  const [command, all] = root ? ['runuser', ['-u', 'postgres', '--', file, ...args]] : [file, args];
  return execFileSync(command, all, { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' });
}

/** Options of a process that must not run as root. */
export function postgresUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres']).toString());
  return { uid: id('-u'), gid: id('-g') };
}

export function giveToPostgres(path: string) {
  const { uid, gid } = postgresUser();
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

/**
 * A PostgreSQL of the test's own, on a free port; undefined where Debian's package is not installed.
 * @param settings lines of `postgresql.conf`
 */
export async function startPostgres(settings = '') {
  const bin = postgresBin();
  if (!bin) return undefined;
  const directory = mkdtempSync(join(tmpdir(), 'novacore-postgres-'));
  giveToPostgres(directory);
  const data = join(directory, 'data');
  asPostgres(join(bin, 'initdb'), ['-D', data, '-U', 'novacore', '-A', 'trust', '-E', 'UTF8', '--no-sync']);
  appendFileSync(join(data, 'postgresql.conf'), settings);
  const port = await freePort();
  const options = `-p ${port} -h 127.0.0.1 -k ${directory} -c fsync=off -c max_connections=200`;
  const control = (...args: string[]) => asPostgres(join(bin, 'pg_ctl'), ['-D', data, '-w', ...args]);
  const start = () => void control('-o', options, '-l', join(directory, 'log'), 'start');
  start();
  return {
    ...{ port, data, start },
    /** Address of the empty database `postgres` on it. */
    url: `postgresql://novacore@127.0.0.1:${port}/postgres`,
    stop: () => void control('-m', 'fast', 'stop'),
    /** Stops it as a power cut would, and removes its data. */
    remove() {
      control('-m', 'immediate', 'stop');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
export type TestPostgres = NonNullable<Awaited<ReturnType<typeof startPostgres>>>;
