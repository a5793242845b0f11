// Applies prisma/migrations to DATABASE_URL, or to the embedded database. `-- status` shows what is missing or has failed,
// `-- resolve <name>` lets a failed migration be applied again, `-- --print-schema` prints the schema's SQL.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { root, start } from './lib/run.mjs';

const program = 'apps/bff/dist/migrate.js';
if (!existsSync(`${root}${program}`)) {
  console.error('The server is not built: run npm run build.');
  process.exit(1);
}
const [code] = await once(start(process.execPath, [program, ...process.argv.slice(2)]), 'exit');
process.exit(code ?? 1);
