// How fast it is, against yardsticks measured in the same run:
//     npm run bench                    the core, within 15 minutes; writes docs/performance.md
//     npm run bench -- --all           everything: every page, peers, millions of rows, ten minutes of load
//     npm run bench -- api static      these parts alone, printed (--write: into the document too)
// --rounds 3, --seconds 2 (one measurement of a rate), --load-minutes 10 shorten or lengthen it.
import { ensureChromium } from './lib/chromium.mjs';
import { start } from './lib/run.mjs';
import { ensureInstalled } from './lib/setup.mjs';

await ensureInstalled();
const { build } = await import('./lib/build.mjs');
const chromium = await ensureChromium();
await build();
const args = ['-r', './test/bench/register.cjs', 'test/bench/main.ts', ...process.argv.slice(2)];
const bench = start(process.execPath, args, { env: { ...process.env, CHROMIUM_PATH: chromium } });
bench.on('exit', (code) => process.exit(code ?? 1));
