// How fast the product is next to yardsticks measured in the same run: prints the table of docs/performance.md.
//     npm run bench                    everything, in about five minutes
//     npm run bench -- pages growth    these parts alone: pages, server, growth, timing
//     npm run bench -- growth --orders 10000000
//     npm run bench -- --quick         tries the bench itself out; its figures mean nothing
import { build, Fault, start } from './lib/run.mjs';
import { ensureInstalled, ensureTestPrograms } from './lib/setup.mjs';

await ensureInstalled();
const { chromium } = await ensureTestPrograms();
if (!chromium) throw new Fault('The bench needs Chromium: apt-get install chromium, or set CHROMIUM_PATH.');
await build();
const args = ['--import', 'tsx', 'test/bench/main.ts', ...process.argv.slice(2)];
const bench = start(process.execPath, args, { env: { ...process.env, CHROMIUM_PATH: chromium } });
bench.on('exit', (code) => process.exit(code ?? 1));
