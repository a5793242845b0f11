import { spawnSync } from 'node:child_process';
import { projectRoot } from '../../support/paths';

/** Applies the migrations to the database that `env` names. */
export function migrate(env: Record<string, string>) {
  const options = { cwd: projectRoot, env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' as const };
  const { status, stderr } = spawnSync(process.execPath, ['apps/bff/dist/migrate.js'], options);
  if (status !== 0) throw new Error(`The migrations failed:\n${stderr}`);
}
