// Applies prisma/migrations to the configured database. Other commands: `status`, and `resolve <name>` for a migration that
// failed and is to be applied again. `--print-schema` prints the schema's SQL.
// `--check-site`: a server is to start afterwards, so production needs its site.
import './short-lived';
import { setTimeout as sleep } from 'node:timers/promises';
import { ignoreClosedOutput } from './closed-output';
import { hostsWithoutTls } from './config/config-rules';
import { loadConfig } from './config/load-config';
import { DataDirInUse } from './database/data-dir-lock';
import { type Rights, withMigrationLock } from './database/migration-lock';
import { migrationNames, migrationSql } from './database/migrations';
import { concurrentIndex, openAdapter } from './database/open-adapter';
import { setRoleDefaults } from './database/pooler';
import {
  applyMigrations,
  migrationStatus,
  openSchemaEngine,
  resolveMigration,
  type SchemaEngine,
  schemaSql,
} from './database/schema-engine';
import { checkSiteBuild, loadSite } from './http/site-build';
import { createLog } from './log';

/** About two minutes. */
const maxAttempts = 20;
/** A pause in which other statements on the table can run. */
const attemptPauseMs = 3_000;
const usage = 'Use npm run migrate, with -- status or -- resolve <name>.';
const lockHeld = 'A long transaction, such as a backup, holds a table that a migration changes.';

/** Also a deadlock, with the rest of a migration that was killed. */
const isLockTimeout = (error: unknown) => /55P03|40P01/.test((error as Error).message);

const listed = (names: string[]) => names.map((name) => `\n  ${name}`).join('');

/** Also sets the exit code: 1 where this release could not start. */
async function status(engine: SchemaEngine) {
  const { failed, pending, later } = await migrationStatus(engine);
  if (failed.length || pending.length) process.exitCode = 1;
  return [
    failed.length && `Failed; repair the cause, then npm run migrate -- resolve <name>:${listed(failed)}`,
    pending.length && `Not applied yet:${listed(pending)}`,
    later.length && `Of a later release:${listed(later)}`,
  ]
    .filter(Boolean)
    .concat(failed.length || pending.length ? [] : ['The database is up to date.'])
    .join('\n');
}

type RunScript = (sql: string) => Promise<unknown>;

const indexOf = (name: string) => (migrationNames().includes(name) ? concurrentIndex(migrationSql(name)) : undefined);

/** An index whose making was interrupted is left invalid: it is dropped, so that it is made again. */
async function repairIndexes(engine: SchemaEngine, runScript: RunScript) {
  for (const name of (await migrationStatus(engine)).failed.filter(indexOf)) {
    await runScript(`DROP INDEX CONCURRENTLY IF EXISTS "${indexOf(name)}"`);
    await resolveMigration(engine, name);
  }
}

async function applyOrWait(engine: SchemaEngine, runScript: RunScript) {
  for (let attempt = 1; ; attempt += 1)
    try {
      await repairIndexes(engine, runScript);
      return await applyMigrations(engine);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      // PostgreSQL has rolled back the whole script of any other migration.
      const { failed } = await migrationStatus(engine);
      for (const name of failed.filter((each) => !indexOf(each))) await resolveMigration(engine, name);
      if (attempt === maxAttempts)
        throw new Error(`${lockHeld} Run npm run migrate again later: it goes on where this one stopped.`, {
          cause: error,
        });
      process.stderr.write(`${lockHeld} Trying again.\n`);
      await sleep(attemptPauseMs);
    }
}

/** @throws Error where changes would stop half way */
function assertMayChange({ readOnly, mayChange }: Rights, changes: string[]) {
  if (readOnly)
    throw new Error('The database is read-only: the address must be that of the primary. Nothing was changed.');
  if (changes.length && !mayChange)
    throw new Error('The role may not change the tables: DATABASE_DIRECT_URL needs their owner. Nothing was changed.');
}

async function apply(engine: SchemaEngine, runScript: RunScript, serverUrl: string, rights: Rights) {
  const { failed, pending } = await migrationStatus(engine);
  assertMayChange(rights, [...failed, ...pending]);
  await applyOrWait(engine, runScript);
  if (serverUrl) await setRoleDefaults(serverUrl);
  const applied = [...failed, ...pending];
  return applied.length ? `Applied ${applied.join(', ')}.` : 'The database is up to date.';
}

async function resolve(engine: SchemaEngine, runScript: RunScript, name: string, rights: Rights) {
  assertMayChange(rights, [name]);
  const index = indexOf(name);
  if (index) await runScript(`DROP INDEX CONCURRENTLY IF EXISTS "${index}"`);
  await resolveMigration(engine, name);
  return `${name} is marked as rolled back. npm run migrate applies it again.`;
}

/** Judged before anything is opened: the embedded database would be made. */
function commandOf(args: string[]) {
  const [command = '', name = ''] = args.filter((arg) => arg !== '--check-site');
  if (!['', '--print-schema', 'status', 'resolve', '--help'].includes(command))
    throw new Error(`Unknown command ${command}. ${usage}`);
  if (command === 'resolve' && !name) throw new Error(`Name the failed migration. ${usage}`);
  return { command, name };
}

type Command = ReturnType<typeof commandOf>;

async function run(
  { command, name }: Command,
  engine: SchemaEngine,
  runScript: RunScript,
  url: string,
  rights: Rights,
) {
  if (command === '--print-schema') return ((await schemaSql(engine)) ?? '').trimEnd();
  if (command === 'status') return status(engine);
  return command ? resolve(engine, runScript, name, rights) : apply(engine, runScript, url, rights);
}

/** Without the schema engine's trace, but with the migration that the trace names. */
function wordsFor({ message }: Error) {
  const [words, trace = ''] = message.split(/\n +0: /);
  const name = /migration_name="(\w+)"/.exec(trace)?.[1];
  return name ? `${name}: ${words}` : words;
}

async function main() {
  ignoreClosedOutput();
  const args = process.argv.slice(2);
  const command = commandOf(args);
  if (command.command === '--help') return void process.stdout.write(`${usage}\n`);
  // A start that will be refused must not change the database first.
  const config = loadConfig();
  const forServer = args.includes('--check-site');
  if (config.production && forServer) checkSiteBuild(loadSite(), config);
  // The server says it for itself.
  for (const host of forServer ? [] : hostsWithoutTls(config))
    process.stderr.write(`The connection to the database on ${host} is not encrypted: add ?sslmode=verify-full.\n`);
  const direct = { ...config, databaseUrl: config.databaseDirectUrl };
  const output = await withMigrationLock(direct, async (rights) => {
    const { factory, close } = await openAdapter(direct, 0);
    const runScript = async (sql: string) => (await factory.connect()).executeScript(sql);
    return run(command, await openSchemaEngine(factory), runScript, config.databaseUrl, rights).finally(close);
  });
  // Standard output of a production server holds JSON lines only.
  if (config.production && forServer) createLog(config.logLevel).info({ event: 'migrated' }, output);
  else process.stdout.write(`${output}\n`);
}

main().then(
  () => process.exit(),
  (error: Error) => {
    process.stderr.write(`${wordsFor(error)}\n`);
    process.exit(error instanceof DataDirInUse ? 2 : 1);
  },
);
