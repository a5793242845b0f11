import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshDatabase, postgresUrl, queryPostgres, type TestDatabase } from './database';
import { projectRoot } from './paths';
import { postgresBin, startPostgres } from './postgres';

/** Whether there is a PostgreSQL: the run's, or Debian's package for one of the test's own. */
export const hasPostgres = Boolean(postgresUrl || postgresBin());

/** A migrated database on a real PostgreSQL, for what needs several connections or processes. */
export async function postgresDatabase(): Promise<TestDatabase> {
  if (postgresUrl) return freshDatabase();
  const postgres = await startPostgres();
  if (!postgres) throw new Error('PostgreSQL is not installed');
  const dataDir = mkdtempSync(join(tmpdir(), 'novacore-test-'));
  const env = { DATABASE_URL: postgres.url, DATA_DIR: dataDir };
  execFileSync(process.execPath, ['apps/bff/dist/migrate.js'], {
    cwd: projectRoot,
    env: { PATH: process.env.PATH, ...env },
  });
  return {
    env,
    postgres: true,
    query: (sql, values) => queryPostgres(postgres.url, sql, values),
    drop: async () => {
      postgres.remove();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
