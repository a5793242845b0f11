import { spawnSync } from 'node:child_process';
import { projectRoot } from './paths';
import { cleanEnvironment } from './process';

/** With this setting, no secret is stored in the database. */
const JWT_SECRET = 'only read while migrating, with more than 32 bytes';

/** Runs `npm run migrate` to its end. */
export function migrateDatabase(env: Record<string, string | undefined>) {
  const options = { cwd: projectRoot, env: { ...cleanEnvironment(), JWT_SECRET, ...env }, encoding: 'utf8' as const };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['apps/bff/dist/migrate.js'], options);
  if (status !== 0) throw new Error(`The migrations failed:\n${stdout}${stderr}`);
}
