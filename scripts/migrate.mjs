// Applies prisma/migrations to DATABASE_URL, or to the embedded database. `-- --print-schema` prints the schema's SQL.
import { once } from 'node:events';
import { buildServers } from './lib/build.mjs';
import { start } from './lib/run.mjs';
import { ensureInstalled } from './lib/setup.mjs';

await ensureInstalled();
// The pages are left as they are: this command may run without the settings that they were built for.
await buildServers();
const [code] = await once(start(process.execPath, ['apps/bff/dist/migrate.js', ...process.argv.slice(2)]), 'exit');
process.exit(code ?? 1);
