// From a fresh clone to a running site: install, generate, build, migrate, serve.
import { ensureInstalled } from './lib/setup.mjs';

await ensureInstalled();
const { build } = await import('./lib/build.mjs');
const { serve } = await import('./lib/serve.mjs');
await build();
await serve();
