// Prisma's own schema engine as WebAssembly, in-process: the ordinary migrations and `_prisma_migrations` table,
// with no engine to download.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import * as engineModule from '@prisma/schema-engine-wasm/schema_engine_bg';
import { projectRoot } from '../project-root';
import { migrationNames, migrationSql, migrationsPath } from './migrations';

/** Node has it; its type definitions of this version do not. */
declare const WebAssembly: { instantiate(bytes: Buffer, imports: object): Promise<{ instance: { exports: object } }> };

const schemaPath = join(projectRoot, 'prisma/schema.prisma');
const filters = { externalTables: [], externalEnums: [] };

async function instantiate() {
  const file = require.resolve('@prisma/schema-engine-wasm/schema_engine_bg').replace(/\.js$/, '.wasm');
  const { instance } = await WebAssembly.instantiate(readFileSync(file), {
    './schema_engine_bg.js': { ...engineModule },
  });
  const exports = instance.exports as { __wbindgen_start: () => void };
  engineModule.__wbg_set_wasm(exports);
  exports.__wbindgen_start();
}

/** The engine on the database behind a driver adapter. */
export async function openSchemaEngine(factory: SqlMigrationAwareDriverAdapterFactory) {
  await instantiate();
  const datamodels: [string, string][] = [[schemaPath, readFileSync(schemaPath, 'utf8')]];
  return engineModule.SchemaEngine.new({ datamodels }, () => {}, bindMigrationAwareSqlAdapterFactory(factory));
}
export type SchemaEngine = Awaited<ReturnType<typeof openSchemaEngine>>;

function readMigration(path: string) {
  const content = { tag: 'ok' as const, value: migrationSql(path) };
  return { path, migrationFile: { path: 'migration.sql', content } };
}

function migrationsList() {
  return {
    baseDir: migrationsPath,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: migrationNames().map(readMigration),
  };
}

/** Applies what is not applied yet. @returns the names of the migrations applied now. */
export async function applyMigrations(engine: SchemaEngine) {
  return (await engine.applyMigrations({ migrationsList: migrationsList(), filters })).appliedMigrationNames;
}

/** `failed`: to be resolved. `pending`: to be applied. `later`: applied, but not known to this release. */
export async function migrationStatus(engine: SchemaEngine) {
  const input = { migrationsList: migrationsList(), optInToShadowDatabase: false, filters };
  const { failedMigrationNames, history, hasMigrationsTable } = await engine.diagnoseMigrationHistory(input);
  const behind = history && 'unappliedMigrationNames' in history ? history.unappliedMigrationNames : [];
  return {
    failed: failedMigrationNames,
    pending: hasMigrationsTable ? behind : migrationNames(),
    later: history && 'unpersistedMigrationNames' in history ? history.unpersistedMigrationNames : [],
  };
}

/** Marks a failed migration as rolled back, so that it is applied again. @throws Error where it has not failed */
export async function resolveMigration(engine: SchemaEngine, migrationName: string) {
  await engine.markMigrationRolledBack({ migrationName });
}

/** The SQL from an empty database to prisma/schema.prisma; constraints and triggers are added to a migration by hand. */
export async function schemaSql(engine: SchemaEngine) {
  const files = [{ path: schemaPath, content: readFileSync(schemaPath, 'utf8') }];
  const to = { tag: 'schemaDatamodel' as const, files };
  const diff = { from: { tag: 'empty' as const }, to, script: true, exitCode: null, shadowDatabaseUrl: null, filters };
  return (await engine.diff(diff)).stdout;
}
