import { execFile, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SANDBOX_CREDENTIALS } from '../../apps/sandbox/src/credentials';
import { onDatabase, queryPostgres } from '../support/database';
import { projectRoot } from '../support/paths';
import { startPostgres } from '../support/postgres';
import { freePort } from '../support/process';

export interface Server {
  url: string;
  pid: number;
  /** From its start to its first answer. */
  startMs: number;
  stop(): Promise<void>;
}

/** What every part of the bench runs on: one PostgreSQL, one sandbox, and servers that log to a file. */
export interface Stage {
  /** For what a part builds. Removed at the end. */
  directory: string;
  /** The database in which `pg_stat_statements` is read. */
  adminUrl: string;
  sandbox: Server;
  /** @returns the address of a new, migrated database. */
  createDatabase(name: string): Promise<string>;
  /** The product as in production, without its rate limits. */
  startProduct(databaseUrl: string, more?: Record<string, string>): Promise<Server>;
  /** Runs a command of staff, such as `orders`, to its end. */
  runCommand(databaseUrl: string, command: string, ...args: string[]): Promise<void>;
  startYardstick(databaseUrl: string): Promise<Server>;
  close(): Promise<void>;
}

const environment = (settings: Record<string, string>) => {
  const { PATH, HOME, TZ } = process.env;
  return { PATH, HOME, TZ, ...settings };
};

const answers = (url: string) =>
  fetch(url).then(
    (reply) => reply.ok,
    () => false,
  );

/** `pg_stat_statements` counts the buffers that each statement reads. */
async function startCountingPostgres() {
  const postgres = await startPostgres();
  if (!postgres) throw new Error('The bench needs PostgreSQL: apt-get install postgresql');
  await queryPostgres(postgres.url, `ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'`);
  postgres.stop();
  postgres.start();
  await queryPostgres(postgres.url, 'CREATE EXTENSION pg_stat_statements');
  return postgres;
}

/** Starts a Node program and waits for its first answer at `ready`. */
async function start(file: string, settings: Record<string, string>, log: string, ready: string): Promise<Server> {
  const output = openSync(log, 'a');
  const url = `http://localhost:${settings.PORT ?? settings.SANDBOX_PORT}`;
  const started = performance.now();
  const env = environment(settings);
  const child = spawn(process.execPath, [file], { cwd: projectRoot, env, stdio: ['ignore', output, output] });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill();
    await exited;
  };
  while (!(await answers(url + ready))) {
    if (child.exitCode !== null)
      throw new Error(`${file} ended at its start:\n${readFileSync(log, 'utf8').slice(-2000)}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return { url, pid: child.pid as number, startMs: performance.now() - started, stop };
}

export async function openStage(): Promise<Stage> {
  const postgres = await startCountingPostgres();
  const directory = mkdtempSync(join(tmpdir(), 'novacore-bench-'));
  const servers: Server[] = [];
  const launch = async (file: string, settings: Record<string, string>, ready = '/api/health') => {
    const server = await start(file, { DATA_DIR: directory, ...settings }, join(directory, 'servers.log'), ready);
    servers.push(server);
    return server;
  };
  const SANDBOX_PORT = String(await freePort());
  const sandbox = await launch('apps/sandbox/dist/main.js', { SANDBOX_PORT }, '/');
  const { keyId, keySecret } = SANDBOX_CREDENTIALS;
  return {
    directory,
    adminUrl: postgres.url,
    sandbox,
    createDatabase: async (name) => {
      await queryPostgres(postgres.url, `CREATE DATABASE ${name}`);
      const url = onDatabase(postgres.url, name);
      const env = environment({ DATA_DIR: directory, DATABASE_URL: url });
      execFileSync(process.execPath, ['apps/bff/dist/migrate.js'], { cwd: projectRoot, env, stdio: 'pipe' });
      return url;
    },
    startProduct: async (DATABASE_URL, more) => {
      const settings = { DATABASE_URL, SANDBOX_PORT, THROTTLE: 'off', CHECK_REPLIES: 'off', ...more };
      return launch('apps/bff/dist/main.js', { ...settings, PORT: String(await freePort()) });
    },
    runCommand: async (DATABASE_URL, command, ...args) => {
      const env = environment({ DATA_DIR: directory, DATABASE_URL, SANDBOX_PORT });
      const file = `apps/bff/dist/${command}.js`;
      await promisify(execFile)(process.execPath, [file, ...args], { cwd: projectRoot, env, maxBuffer: 2 ** 30 });
    },
    startYardstick: async (DATABASE_URL) => {
      const settings = { DATABASE_URL, PROVIDER_URL: sandbox.url, PROVIDER_KEY: `${keyId}:${keySecret}` };
      return launch('test/bench/yardstick.mjs', { ...settings, PORT: String(await freePort()) });
    },
    close: async () => {
      for (const server of servers) await server.stop();
      postgres.remove();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
