import { newPerson } from '../api/person';
import { median } from '../measure/median';
import { type Findings, type Goal, noPostgres, type Part, type RunOptions } from '../part';
import { openStage, type Sandbox, type Stage } from '../servers/stage';
import { type Town, timesOf } from './operations';
import { type Claim, explainClaim } from './reconciler-plan';
import { seed } from './seed';

const sizes = (all: boolean) => (all ? [10_000, 1_000_000, 5_000_000] : [10_000, 1_000_000]);
const count = (orders: number) => orders.toLocaleString('en-IN');

interface Measured {
  town: Town;
  /** Of each round: medians by operation, in milliseconds. */
  rounds: Map<string, number>[];
  claim: Claim;
}

async function build(stage: Stage, sandbox: Sandbox, orders: number): Promise<Measured> {
  const databaseUrl = await stage.database(`growth_${orders}`);
  await seed(databaseUrl, orders);
  const claim = await explainClaim(databaseUrl);
  const { url } = await stage.startServer(databaseUrl, sandbox);
  const token = await newPerson(url, 'bench@lab.example');
  return { town: { orders, url, databaseUrl, token }, rounds: [], claim };
}

async function measure(stage: Stage, { all, rounds, say }: RunOptions): Promise<Measured[]> {
  const sandbox = await stage.startSandbox();
  const measured: Measured[] = [];
  for (const orders of sizes(all)) {
    measured.push(await build(stage, sandbox, orders));
    say(`${count(orders)} orders are there`);
  }
  for (const { town } of measured) await timesOf(town, sandbox); // warms up
  for (let round = 1; round <= rounds; round += 1) {
    for (const each of measured) each.rounds.push(await timesOf(each.town, sandbox));
    say(`round ${round}: seven operations on each`);
  }
  return measured;
}

const operationsOf = ([first]: Measured[]) => [...(first?.rounds[0]?.keys() ?? [])];
const msOf = ({ rounds }: Measured, operation: string) => rounds.map((round) => round.get(operation) ?? Number.NaN);

function goalsOf(measured: Measured[]): Goal[] {
  const [least, most] = [measured[0], measured.at(-1)] as [Measured, Measured];
  const grown = operationsOf(measured).map((operation) => {
    const before = msOf(least, operation);
    const values = msOf(most, operation).map((ms, round) => ms / (before[round] ?? Number.NaN));
    return {
      what: `${operation}: p50 with ${count(most.town.orders)} orders, times that with ${count(least.town.orders)}`,
      values,
      limit: 1.2,
    };
  });
  const pages = most.claim.pages / least.claim.pages;
  return [
    ...grown,
    { what: 'the reconciler takes up an order: pages read, times those of the smallest', values: [pages], limit: 2 },
  ];
}

function findings(measured: Measured[]): Findings {
  const rows = operationsOf(measured).map((operation) => [
    operation,
    ...measured.map((each) => median(msOf(each, operation)).toFixed(2)),
  ]);
  const head = ['p50 in ms', ...measured.map(({ town }) => `${count(town.orders)} orders`)];
  const claims = measured.map(({ claim }) => claim.pages);
  const plan = measured.at(-1)?.claim.plan ?? [];
  return {
    goals: goalsOf(measured),
    tables: [
      { title: '', table: { head, rows: [...rows, ['pages read by the reconciler for one order', ...claims]] } },
    ],
    notes: [
      'Databases of several sizes beside one another on one PostgreSQL, a server for each, measured in turn over one connection. Orders ' +
        'come with their payments and their trail, and one person for every ten.',
      `How the reconciler finds a due order among the most:\n\n\`\`\`\n${plan.join('\n')}\n\`\`\``,
    ],
  };
}

export const growth: Part = {
  title: 'Growth',
  run: async (options) => {
    const stage = await openStage();
    if (!stage) return noPostgres;
    try {
      return findings(await measure(stage, options));
    } finally {
      await stage.close();
    }
  },
};
