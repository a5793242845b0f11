import { mkdirSync, rmSync } from 'node:fs';
import { freshDatabase, onDatabase, pgliteTemplate, postgresTemplate, postgresUrl, queryPostgres } from './database';
import { migrateDatabase } from './migrate';
import { artifacts } from './paths';
import { startPostgres, type TestPostgres } from './postgres';
import { startProduct, type TestProduct } from './server';
import { sharedSettings } from './shared-product';

declare global {
  /** The temporary PostgreSQL and the shared product of this run, for global-teardown. */
  var runPostgres: TestPostgres | undefined;
  var runProduct: TestProduct | undefined;
}

/** The run's PostgreSQL: the one that TEST_DATABASE_URL names, or a temporary one from Debian's package. */
async function ensurePostgres() {
  if (postgresUrl) return postgresUrl;
  globalThis.runPostgres = await startPostgres("shared_preload_libraries = 'pg_stat_statements'\n");
  // Inherited by the workers.
  if (globalThis.runPostgres) process.env.DATABASE_URL = globalThis.runPostgres.url;
  return globalThis.runPostgres?.url;
}

/** Whether the run's PostgreSQL counts what statements read. */
async function noteStatements(url: string) {
  const [libraries] = await queryPostgres(url, 'SHOW shared_preload_libraries');
  if (JSON.stringify(libraries).includes('pg_stat_statements')) process.env.STATEMENTS_COUNTED = 'yes';
}

/** Migrates one template database per run. Every test file works on a copy of it. */
async function createTemplates(url: string | undefined) {
  migrateDatabase({ DATA_DIR: pgliteTemplate });
  if (!url) return;
  await queryPostgres(url, `CREATE DATABASE ${postgresTemplate()}`);
  migrateDatabase({ DATABASE_URL: onDatabase(url, postgresTemplate()) });
}

/** Stops PostgreSQL when a run is interrupted. Servers end with this process. */
function stopWhenInterrupted() {
  globalThis.runPostgres?.remove();
  process.exit(1);
}

export default async function globalSetup() {
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect']) process.once(event, stopWhenInterrupted);
  process.channel?.unref();
  rmSync(artifacts, { recursive: true, force: true });
  mkdirSync(artifacts, { recursive: true });
  process.env.TEST_RUN = String(process.pid);
  const url = await ensurePostgres();
  process.stderr.write(url ? 'Testing on PostgreSQL.\n' : 'PostgreSQL is not installed: testing on PGlite.\n');
  await createTemplates(url);
  if (url) await noteStatements(url);
  const product = await startProduct(sharedSettings, () => freshDatabase(url));
  globalThis.runProduct = product;
  Object.assign(process.env, { SHARED_PRODUCT_URL: product.url, SHARED_SANDBOX_URL: product.sandbox.url });
}
