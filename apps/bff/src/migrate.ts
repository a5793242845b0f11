// Applies prisma/migrations to the configured database. `status` lists missing migrations.
// With `--check-site`, a server starts afterwards, so production needs its site.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { ignoreClosedOutput } from './closed-output';
import { hostsWithoutTls } from './config/config-rules';
import { loadConfig } from './config/load-config';
import { DataDirInUse } from './database/data-dir-lock';
import { withMigrationLock } from './database/migration-lock';
import { appliedMigrations, hasMigrations, migrationNames, migrationSql } from './database/migrations';
import { setRoleDefaults } from './database/pooler';
import { checkSiteBuild, loadSite } from './http/site-build';
import { createLog } from './log';
import { projectRoot } from './project-root';

/** With the pauses, about two minutes. */
const maxAttempts = 20;
/** Lets other statements on the table run. */
const attemptPauseMs = 3_000;
const usage = 'Use npm run migrate, with -- status.';
const upToDate = 'The database is up to date.';
const lockHeld = 'A long transaction, such as a backup, holds a table that a migration changes.';

/** We use Prisma's table, so that `prisma migrate deploy` works too. */
const createHistory = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ, migration_name VARCHAR(255) NOT NULL,
    logs TEXT, rolled_back_at TIMESTAMPTZ, started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0)`;

async function record(client: Client, name: string) {
  const checksum = createHash('sha256').update(migrationSql(name)).digest('hex');
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES (gen_random_uuid()::text, $1, $2, now(), 1)`,
    [checksum, name],
  );
}

/** Number of migrations in release 1.3. Its servers then filled in older rows. */
const migrationsOf13 = 48;
const rowsToFill = 'SELECT FROM backfills UNION ALL SELECT FROM refunds WHERE provider_id IS NULL';

/** The last section of the migration. The upgrade takes it from there. */
const section = '-- Functions, views and triggers.\n';

function upgradeSql(migration: string) {
  const [tables, olderRows] = readFileSync(join(projectRoot, 'prisma/upgrade-from-1.3.sql'), 'utf8').split(section);
  return [tables, migration.split(section)[1], olderRows].join('');
}

interface State {
  pending: string[];
  isOf13: boolean;
}

/** @throws Error if an earlier release must finish its migrations first */
async function readState(client: Client): Promise<State> {
  const { rows: history } = await client.query<{ exists: boolean }>(hasMigrations);
  const { rows: applied } = history[0]?.exists ? await client.query<{ name: string }>(appliedMigrations) : { rows: [] };
  const names = new Set(applied.map(({ name }) => name));
  const [first = '', ...later] = migrationNames();
  const isOf13 = names.size > 0 && !names.has(first);
  if (isOf13 && names.size !== migrationsOf13)
    throw new Error('The database is of an earlier release: first migrate with release 1.3. Nothing was changed.');
  if (isOf13 && (await client.query(rowsToFill)).rowCount)
    throw new Error('Older rows are not filled in yet: first run a server of release 1.3. Nothing was changed.');
  return { pending: [first, ...later].filter((name) => !names.has(name)), isOf13 };
}

/** Waits at most 3 s for a lock, because all other statements on the table wait behind the migration. */
async function inTransaction(client: Client, name: string, sql: string) {
  try {
    await client.query("BEGIN; SET LOCAL lock_timeout = '3s'");
    await client.query(sql);
    await record(client, name);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

async function applyOrWait(client: Client, name: string, sql: string) {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await inTransaction(client, name, sql);
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (!['55P03', '40P01'].includes(code)) throw error;
      if (attempt === maxAttempts) throw new Error(`${lockHeld} Run npm run migrate again later.`, { cause: error });
      process.stderr.write(`${lockHeld} Trying again.\n`);
      await sleep(attemptPauseMs);
    }
}

/** PostgreSQL refuses CONCURRENTLY in a transaction. An interrupted attempt leaves an invalid index. */
async function applyConcurrently(client: Client, name: string, sql: string) {
  const index = /^CREATE .*INDEX CONCURRENTLY "(\w+)"/m.exec(sql)?.[1];
  if (index) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS "${index}"`);
  await client.query(sql);
  await record(client, name);
}

async function apply(client: Client, { pending, isOf13 }: State) {
  if (pending.length) await client.query(createHistory);
  for (const name of pending) {
    const isUpgrade = isOf13 && name === pending[0];
    const sql = isUpgrade ? upgradeSql(migrationSql(name)) : migrationSql(name);
    const run = /^\w+ .*INDEX CONCURRENTLY/m.test(sql) ? applyConcurrently : applyOrWait;
    await run(client, name, sql).catch((error: Error) => {
      throw new Error(`${name}: ${error.message}`, { cause: error });
    });
  }
  return pending.length ? `Applied ${pending.join(', ')}.` : upToDate;
}

/** Also sets the exit code to 1 if this release could not start. */
function status({ pending }: State) {
  if (pending.length) process.exitCode = 1;
  return pending.length ? `Not applied yet:${pending.map((name) => `\n  ${name}`).join('')}` : upToDate;
}

/** Checks the command before we open the database, which would create the embedded one. */
function commandOf(args: string[]) {
  const [command = ''] = args.filter((arg) => arg !== '--check-site');
  if (!['', 'status', '--help'].includes(command)) throw new Error(`Unknown command ${command}. ${usage}`);
  return command;
}

/** Advice by PostgreSQL's error code. */
const advice: Record<string, string> = {
  25006: '. The address must be that of the primary.',
  42501: '. DATABASE_DIRECT_URL needs the owner of the tables.',
};

function wordsFor(error: Error) {
  const { code = '' } = (error.cause ?? error) as { code?: string };
  return `${error.message}${advice[code] ?? ''}\n`;
}

async function main() {
  ignoreClosedOutput();
  const args = process.argv.slice(2);
  const command = commandOf(args);
  if (command === '--help') return void process.stdout.write(`${usage}\n`);
  // If the start would be refused, we must not change the database.
  const config = loadConfig();
  const forServer = args.includes('--check-site');
  if (config.production && forServer) checkSiteBuild(loadSite(), config);
  // The server gives this warning itself.
  for (const host of forServer ? [] : hostsWithoutTls(config))
    process.stderr.write(`The connection to the database on ${host} is not encrypted: add ?sslmode=verify-full.\n`);
  const output = await withMigrationLock(config, async (client) => {
    const state = await readState(client);
    if (command === 'status') return status(state);
    const applied = await apply(client, state);
    if (config.databaseUrl) await setRoleDefaults(config.databaseUrl);
    return applied;
  });
  // A production server writes only JSON lines.
  if (config.production && forServer) createLog(config.logLevel).info({ event: 'migrated' }, output);
  else process.stdout.write(`${output}\n`);
}

main().then(
  () => process.exit(),
  (error: Error) => {
    process.stderr.write(wordsFor(error));
    process.exit(error instanceof DataDirInUse ? 2 : 1);
  },
);
