import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { onDatabase, pgliteTemplate, postgresTemplate, postgresUrl, queryPostgres } from './database';
import { artifacts, projectRoot } from './paths';

/** Given, so that none is kept in the template: each server of the tests makes its own. */
const JWT_SECRET = 'only read while migrating, with more than 32 bytes';

function migrate(env: Record<string, string>) {
  const options = { cwd: projectRoot, env: { PATH: process.env.PATH, JWT_SECRET, ...env }, encoding: 'utf8' as const };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['apps/bff/dist/migrate.js'], options);
  if (status !== 0) throw new Error(`The migrations failed:\n${stdout}${stderr}`);
}

/** One migrated database is made per run; every test file starts from a copy of it. */
export default async function globalSetup() {
  rmSync(artifacts, { recursive: true, force: true });
  mkdirSync(artifacts, { recursive: true });
  if (!postgresUrl) return migrate({ DATA_DIR: pgliteTemplate });
  await queryPostgres(postgresUrl, `DROP DATABASE IF EXISTS ${postgresTemplate} WITH (FORCE)`);
  await queryPostgres(postgresUrl, `CREATE DATABASE ${postgresTemplate}`);
  migrate({ DATABASE_URL: onDatabase(postgresUrl, postgresTemplate) });
}
