// From a fresh clone to a running site: install, build, migrate, serve.
import { build } from './lib/run.mjs';
import { checkPorts } from './lib/settings.mjs';
import { ensureInstalled } from './lib/setup.mjs';

await checkPorts();
await ensureInstalled();
await build();
await import('./serve.mjs');
