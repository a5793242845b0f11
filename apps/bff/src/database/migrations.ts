import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../config/config';
import type { Prisma } from './prisma.service';
import { isDatabaseUnavailable } from './unavailable';

export const migrationsPath = join(projectRoot, 'prisma/migrations');

/** The names of this release's migrations, in their order. */
export const migrationNames = () =>
  readdirSync(migrationsPath, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

export const migrationSql = (name: string) => readFileSync(join(migrationsPath, name, 'migration.sql'), 'utf8');

/** This release's migrations that the database lacks. It may have later ones: they only add. */
export async function missingMigrations(prisma: Prisma): Promise<string[]> {
  const [history] = await prisma.$queryRaw<{ exists: boolean }[]>`
    SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`;
  if (!history?.exists) return migrationNames();
  const applied = await prisma.$queryRaw<{ name: string }[]>`
    SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`;
  const names = new Set(applied.map(({ name }) => name));
  return migrationNames().filter((name) => !names.has(name));
}

/**
 * A server on an older schema would fail request by request. While the database cannot be reached it may start: readiness
 * checks again.
 * @throws Error that names the missing migrations
 */
export async function assertMigrated(prisma: Prisma) {
  const missing = await missingMigrations(prisma).catch((error) => {
    if (isDatabaseUnavailable(error)) return [];
    throw error;
  });
  if (missing.length)
    throw new Error(`The database lacks migrations: ${missing.join(', ')}. Run npm run migrate first.`);
}
