// Installs what is missing, and builds everything that `npm run serve` needs.
import { build } from './lib/run.mjs';
import { ensureInstalled } from './lib/setup.mjs';

await ensureInstalled();
await build();
