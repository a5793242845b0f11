import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { joinEmbedded } from '../../apps/bff/src/database/embedded';
import { artifacts } from './paths';

export type Row = Record<string, unknown>;

/** The database of a test file. */
export interface TestDatabase {
  /** Settings of a server that uses it. */
  env: { DATA_DIR: string; DATABASE_URL?: string };
  query<T = Row>(sql: string, values?: unknown[]): Promise<T[]>;
  drop(): Promise<void>;
}

/** The run's PostgreSQL (see global-setup); undefined where none is installed. */
export const postgresUrl = process.env.DATABASE_URL || undefined;
export const pgliteTemplate = join(artifacts, 'template');
/** Prefix of this run's database names. */
export const testDatabases = () => `novacore_test_${process.env.TEST_RUN ?? process.pid}_`;
export const postgresTemplate = () => `${testDatabases()}template`;

export const onDatabase = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;

/** Runs SQL on its own connection. */
export async function queryPostgres<T = Row>(url: string, sql: string, values: unknown[] = []): Promise<T[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql, values)).rows as T[];
  } finally {
    await client.end();
  }
}

/** @param template the database to copy */
export async function freshPostgres(url: string, template = postgresTemplate()): Promise<TestDatabase> {
  const name = `${testDatabases()}${Math.random().toString(36).slice(2, 10)}`;
  await queryPostgres(url, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const dataDir = mkdtempSync(join(tmpdir(), 'novacore-test-'));
  return databaseAt({ DATABASE_URL: onDatabase(url, name), DATA_DIR: dataDir });
}

/** Wraps an existing database. */
export function databaseAt(env: TestDatabase['env']): TestDatabase {
  const { DATABASE_URL: url = '', DATA_DIR } = env;
  return {
    env,
    query: (sql, values) => queryPostgres(url, sql, values),
    drop: async () => {
      await queryPostgres(onDatabase(url, 'postgres'), `DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
      rmSync(DATA_DIR, { recursive: true, force: true });
    },
  };
}

/** Empties every table except the migrations, even append-only ones, and resets the books' clock. */
export async function emptyDatabase({ query }: TestDatabase) {
  const tables = await query<{ name: string; isGuarded: boolean }>(`
    SELECT quote_ident(relname) AS name,
      EXISTS (SELECT FROM pg_trigger WHERE tgrelid = pg_class.oid AND tgtype & 32 <> 0) AS "isGuarded"
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> '_prisma_migrations'`);
  const guards = (action: 'DISABLE' | 'ENABLE') =>
    tables.filter(({ isGuarded }) => isGuarded).map(({ name }) => `ALTER TABLE ${name} ${action} TRIGGER USER`);
  const truncate = `TRUNCATE ${tables.map(({ name }) => name).join(', ')} RESTART IDENTITY`;
  await query([clockOfBooks('indian_day(now())'), ...guards('DISABLE'), truncate, ...guards('ENABLE')].join(';\n'));
}

/** Creates an embedded database in a new folder. By default it is a copy of the migrated one. */
export function freshPglite(
  fill = (folder: string) => cpSync(pgliteTemplate, folder, { recursive: true }),
): TestDatabase {
  const dataDir = mkdtempSync(join(tmpdir(), 'novacore-test-'));
  fill(dataDir);
  return {
    env: { DATA_DIR: dataDir },
    query: async <T>(sql: string, values?: unknown[]) => {
      const { url, close } = await joinEmbedded(dataDir);
      return queryPostgres<T>(url, sql, values).finally(close);
    },
    drop: async () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

/** A migrated, empty database on the run's PostgreSQL, or embedded where there is none. */
export const freshDatabase = async (url = postgresUrl) => (url ? freshPostgres(url) : freshPglite());

const clockOfBooks = (day: string) =>
  `CREATE OR REPLACE FUNCTION indian_today() RETURNS DATE LANGUAGE sql STABLE AS $$ SELECT ${day} $$`;

/** SQL that stops the clock of the books at an Indian day such as 2026-01-15. */
export const indianDayIs = (day: string) => clockOfBooks(`'${day}'::date`);
