// The bench: how fast the product is next to yardsticks that are measured in the same run. scripts/bench.mjs calls it.
import { parseArgs } from 'node:util';
import { type Figure, tableOf } from './figures';
import { measureGrowth } from './growth';
import { measurePages } from './pages';
import { measureServer } from './server-cost';
import { openStage, type Stage } from './stage';
import { measureTiming } from './timing';

export interface Options {
  /** How often each measurement is repeated, the product and its yardstick in turn. Medians count. */
  rounds: number;
  /** Of the large database of `growth`. */
  orders: number;
  /** Tries the bench itself out: its figures mean nothing. */
  quick: boolean;
}

const parts: Record<string, (stage: Stage, options: Options) => Promise<Figure[]>> = {
  pages: measurePages,
  server: measureServer,
  growth: measureGrowth,
  timing: measureTiming,
};

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: 'boolean', default: false }, orders: { type: 'string', default: '1000000' } },
  });
  const unknown = positionals.filter((name) => !parts[name]);
  if (unknown.length) {
    console.error(`No such part: ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}`);
    process.exit(1);
  }
  const options: Options = { rounds: values.quick ? 1 : 5, quick: values.quick, orders: Number(values.orders) };
  const figures: Figure[] = [];
  const stage = await openStage();
  try {
    for (const [name, measure] of Object.entries(parts)) {
      if (positionals.length && !positionals.includes(name)) continue;
      const started = performance.now();
      figures.push(...(await measure(stage, options)));
      process.stderr.write(`· ${name}: ${Math.round((performance.now() - started) / 1000)} s\n`);
    }
  } finally {
    await stage.close();
  }
  console.log(`\n${tableOf(figures)}`);
}

main().catch((error: Error) => {
  console.error(error);
  process.exitCode = 1;
});
