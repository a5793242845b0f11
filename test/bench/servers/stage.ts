import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { onDatabase } from '../../support/database';
import { startPostgres, type TestPostgres } from '../../support/postgres';
import { freePort } from '../../support/process';
import { type Launched, launch } from './launch';
import { migrate } from './migrate';

export interface Sandbox extends Launched {
  port: number;
}

/** What servers under measurement stand on: PostgreSQL, databases, the sandbox. */
export interface Stage {
  /** For logs and data; removed at the end. */
  directory: string;
  postgres: TestPostgres;
  /** Makes an empty, migrated database. @returns its address. */
  database(name: string): Promise<string>;
  /** The payment provider's stand-in, without any delay. Sends its events to `webhookUrl`, where it is given. */
  startSandbox(port?: number, webhookUrl?: string): Promise<Sandbox>;
  /** The product's server, as in production: replies unchecked, log to a file. Only the throttle is off. */
  startServer(databaseUrl: string, sandbox: Sandbox, options?: ServerOptions): Promise<Launched>;
  close(): Promise<void>;
}

export interface ServerOptions {
  port?: number;
  env?: Record<string, string>;
  /** Further arguments of Node, before the file. */
  nodeArguments?: string[];
  /** Answers 200 when the start counts as done. */
  ready?: string;
}

/** Runs SQL on a connection of its own. */
export async function sql<Row = Record<string, unknown>>(url: string, text: string, values: unknown[] = []) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Row[];
  } finally {
    await client.end();
  }
}

async function startSandbox(directory: string, port?: number, webhookUrl = ''): Promise<Sandbox> {
  const own = port ?? (await freePort());
  const env = { SANDBOX_PORT: String(own), DATA_DIR: directory, SANDBOX_WEBHOOK_URL: webhookUrl };
  const log = join(directory, 'sandbox.log');
  return { ...(await launch({ args: ['apps/sandbox/dist/main.js'], port: own, env, log })), port: own };
}

async function startServer(directory: string, databaseUrl: string, sandbox: Sandbox, options: ServerOptions = {}) {
  const { port = await freePort(), env = {}, nodeArguments = [], ready = '/api/health' } = options;
  const settings = { PORT: String(port), DATABASE_URL: databaseUrl, DATA_DIR: directory };
  const free = { SANDBOX_PORT: String(sandbox.port), THROTTLE: 'off', CHECK_REPLIES: 'off', TOKEN_TTL_MINUTES: '1440' };
  const args = [...nodeArguments, 'apps/bff/dist/main.js'];
  return launch({ args, port, env: { ...settings, ...free, ...env }, log: join(directory, 'server.log'), ready });
}

/** @returns undefined where Debian's PostgreSQL is not installed. */
export async function openStage(): Promise<Stage | undefined> {
  const postgres = await startPostgres();
  if (!postgres) return undefined;
  const directory = mkdtempSync(join(tmpdir(), 'novacore-bench-'));
  const started: Launched[] = [];
  const kept = <One extends Launched>(one: One) => {
    started.push(one);
    return one;
  };
  return {
    directory,
    postgres,
    database: async (name) => {
      await sql(postgres.url, `CREATE DATABASE ${name}`);
      const url = onDatabase(postgres.url, name);
      migrate({ DATABASE_URL: url, DATA_DIR: directory });
      return url;
    },
    startSandbox: async (...args) => kept(await startSandbox(directory, ...args)),
    startServer: async (...args) => kept(await startServer(directory, ...args)),
    close: async () => {
      for (const each of started.reverse()) await each.stop();
      postgres.remove();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
