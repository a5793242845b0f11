// Applies prisma/migrations to DATABASE_URL, or to the embedded database. `-- --print-schema` prints the schema's SQL.
import { spawnSync } from 'node:child_process';
import { build } from './lib/build.mjs';
import { root } from './lib/run.mjs';
import { ensureInstalled } from './lib/setup.mjs';

await ensureInstalled();
await build();
const { status } = spawnSync(process.execPath, ['apps/bff/dist/migrate.js', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exit(status ?? 1);
