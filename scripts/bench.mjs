// Prints the ratios of docs/performance.md: `npm run bench`.
import { build, Fault, start } from './lib/run.mjs';
import { ensureInstalled, ensureTestPrograms } from './lib/setup.mjs';

await ensureInstalled();
const { chromium } = await ensureTestPrograms();
if (!chromium) throw new Fault('The bench needs Chromium: apt-get install chromium, or set CHROMIUM_PATH.');
await build();
const args = ['--import', 'tsx', 'test/bench/main.ts'];
const bench = start(process.execPath, args, { env: { ...process.env, CHROMIUM_PATH: chromium } });
bench.on('exit', (code) => process.exit(code ?? 1));
