// The bench: scripts/bench.mjs calls it.
import { parseArgs } from 'node:util';
import { machine } from './measure/machine';
import type { Findings, Part, RunOptions } from './part';
import { parts } from './parts';
import { sectionOf, writeDocument } from './report/document';
import { isHeld } from './report/table';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '2' },
    'load-minutes': { type: 'string', default: '10' },
    write: { type: 'boolean', default: false },
  },
});

const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const options: RunOptions = {
  all: values.all,
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  loadSeconds: Number(values['load-minutes']) * 60,
  chromium,
  say: (text) => void process.stderr.write(`  ${text}\n`),
};

function chosen(): typeof parts {
  const unknown = positionals.filter((name) => !parts.some((part) => part.name === name));
  if (unknown.length)
    throw new Error(`There is no part ${unknown.join(', ')}. Parts: ${parts.map(({ name }) => name).join(', ')}`);
  if (positionals.length) return parts.filter(({ name }) => positionals.includes(name));
  return parts.filter(({ core }) => core || values.all);
}

interface Measured {
  section: string;
  findings?: Findings;
}

async function measure(part: Part): Promise<Measured> {
  const started = Date.now();
  process.stderr.write(`· ${part.title}\n`);
  const findings = await part.run(options);
  options.say(`done in ${Math.round((Date.now() - started) / 1000)} s`);
  if (typeof findings === 'string') return { section: `## ${part.title}\n\n${findings}` };
  return { section: sectionOf(part, findings, machine(chromium)), findings };
}

function conclude(all: Measured[]) {
  const goals = all.flatMap(({ findings }) => findings?.goals ?? []);
  const missed = goals.filter((goal) => !isHeld(goal));
  console.log(`\n${goals.length - missed.length} of ${goals.length} goals held.`);
  for (const { what } of missed) console.log(`  missed: ${what}`);
}

async function main() {
  const measured = new Map<string, Measured>();
  for (const { name, load } of chosen()) {
    const result = await measure(load());
    measured.set(name, result);
    console.log(`\n${result.section}\n`);
  }
  // What one part says alone is for the one who asked; a whole run is for everybody.
  if (!positionals.length || values.write)
    writeDocument(
      parts.map(({ name }) => name),
      measured,
    );
  conclude([...measured.values()]);
}

main().catch((error: Error) => {
  console.error(error);
  process.exit(1);
});
