// Builds everything that `npm run serve` needs.
import { build } from './lib/build.mjs';
import { ensureInstalled } from './lib/setup.mjs';

await ensureInstalled();
await build();
