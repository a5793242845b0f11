// How fast the product is next to yardsticks measured in the same run: prints the table of docs/performance.md.
//     npm run bench                    everything, in about five minutes
//     npm run bench -- pages growth    these parts alone: pages, server, growth
//     npm run bench -- --quick         tries the bench itself out; its figures mean nothing
import { spawn } from 'node:child_process';
import { ensureChromium } from './lib/chromium.mjs';
import { root } from './lib/run.mjs';
import { ensureInstalled } from './lib/setup.mjs';

await ensureInstalled();
const { build } = await import('./lib/build.mjs');
const chromium = await ensureChromium();
await build();
const bench = spawn(process.execPath, ['--import', 'tsx', 'test/bench/main.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, CHROMIUM_PATH: chromium },
});
bench.on('exit', (code) => process.exit(code ?? 1));
