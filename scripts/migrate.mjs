// Applies prisma/migrations to DATABASE_URL, or to the embedded database. `-- --print-schema` prints the schema's SQL.
import { once } from 'node:events';
import { buildServers } from './lib/build.mjs';
import { start } from './lib/run.mjs';
import { ensureInstalled } from './lib/setup.mjs';

await ensureInstalled();
// Does not build the site, because this command may run without the site's settings.
await buildServers();
const [code] = await once(start(process.execPath, ['apps/bff/dist/migrate.js', ...process.argv.slice(2)]), 'exit');
process.exit(code ?? 1);
