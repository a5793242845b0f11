// Builds everything that `npm run serve` needs, or the workspaces that are named: `node scripts/build.mjs bff`.
import { build } from './lib/build.mjs';
import { ensureInstalled } from './lib/setup.mjs';

await ensureInstalled();
await build(...process.argv.slice(2));
