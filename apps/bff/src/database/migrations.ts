import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../project-root';
import { cannotUse } from './database-errors';
import type { Prisma } from './prisma.service';

const folder = join(projectRoot, 'prisma/migrations');

/** The migrations of this release, in order. */
export const migrationNames = () =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

export const migrationSql = (name: string) => readFileSync(join(folder, name, 'migration.sql'), 'utf8');

export const appliedMigrations = `
  SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`;
export const hasMigrations = `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`;

/** Ignores later migrations, which only add to the schema. */
export async function missingMigrations(prisma: Pick<Prisma, '$queryRawUnsafe'>): Promise<string[]> {
  const [history] = await prisma.$queryRawUnsafe<{ exists: boolean }[]>(hasMigrations);
  const applied = history?.exists ? await prisma.$queryRawUnsafe<{ name: string }[]>(appliedMigrations) : [];
  return migrationNames().filter((each) => !applied.some(({ name }) => name === each));
}

/** Prisma's queries name the schema `public`. Raw SQL and migrations use the search_path. */
export const wrongSchema = 'The search_path must lead to the schema public, on which the role needs USAGE.';

/** @returns why this release cannot use the database, or an empty text */
export async function schemaFault(prisma: Prisma): Promise<string> {
  const [session] = await prisma.$queryRaw<{ schema: string | null }[]>`SELECT current_schema()::text AS schema`;
  if (session?.schema !== 'public') return wrongSchema;
  const missing = await missingMigrations(prisma);
  return missing.length ? `The database lacks migrations: ${missing.join(', ')}. Run npm run migrate first.` : '';
}

/** @throws Error with the fault of the schema, or with the server that cannot be used */
export async function assertMigrated(prisma: Prisma) {
  const fault = await schemaFault(prisma).catch(cannotUse(prisma.database.place));
  if (fault) throw new Error(fault);
}
