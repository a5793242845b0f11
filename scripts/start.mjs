// From a fresh clone to a running site: install, generate, build, migrate, serve.
import { checkPorts } from './lib/ports.mjs';
import { ensureInstalled } from './lib/setup.mjs';

await checkPorts();
await ensureInstalled();
const { build } = await import('./lib/build.mjs');
const { serve } = await import('./lib/serve.mjs');
await build();
await serve();
