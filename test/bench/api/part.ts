import type { Rate } from '../http/saturate';
import { median } from '../measure/median';
import { type Findings, type Goal, noPostgres, type Part, type RunOptions } from '../part';
import { openStage } from '../servers/stage';
import { type Contenders, startContenders } from './contenders';
import { type Measured, operations, rateOf } from './operations';

const connectionCounts = [1, 16, 64];

interface Cell {
  operation: Measured;
  connections: number;
  product: Rate[];
  yardstick: Rate[];
}

/** Both servers run every operation once before anything counts: compiled code and open connections are the rule in life. */
async function warmUp(all: Contenders, seconds: number) {
  for (const operation of operations)
    for (const one of [all.product, all.yardstick]) await rateOf(operation, all, one, 16, seconds);
}

async function measure(all: Contenders, { rounds, seconds, say }: RunOptions): Promise<Cell[]> {
  const cells = operations.flatMap((operation) =>
    connectionCounts.map((connections): Cell => ({ operation, connections, product: [], yardstick: [] })),
  );
  await warmUp(all, seconds * 2);
  for (let round = 1; round <= rounds; round += 1)
    for (const { operation, connections, product, yardstick } of cells) {
      product.push(await rateOf(operation, all, all.product, connections, seconds));
      yardstick.push(await rateOf(operation, all, all.yardstick, connections, seconds));
      say(`round ${round}: ${operation}, ${connections} connections`);
    }
  return cells;
}

const mid = (rates: Rate[], key: keyof Rate) => median(rates.map((rate) => rate[key]));
const ratios = ({ product, yardstick }: Cell, key: keyof Rate) =>
  product.map((rate, round) => rate[key] / (yardstick[round]?.[key] ?? Number.NaN));
const figures = (rates: Rate[]) => [
  Math.round(mid(rates, 'requestsPerSecond')),
  mid(rates, 'p50Ms').toFixed(2),
  mid(rates, 'p99Ms').toFixed(2),
  Math.round(mid(rates, 'cpuMicros')),
];

const row = (cell: Cell) => [
  cell.operation,
  cell.connections,
  ...figures(cell.product),
  ...figures(cell.yardstick),
  median(ratios(cell, 'cpuMicros')).toFixed(2),
];

const head = ['operation', 'connections', 'req/s', 'p50 ms', 'p99 ms', 'CPU µs'];

function goalOf(cells: Cell[]): Goal {
  const busy = cells.find(({ operation, connections }) => operation === 'createOrder' && connections === 16);
  const what = 'createOrder, 16 connections: CPU for a request, times the bare server’s';
  return { what, values: busy ? ratios(busy, 'cpuMicros') : [], limit: 3 };
}

const notes = [
  'The yardstick is a bare `node:http` server with compiled Ajv and `pg` (`test/bench/api/yardstick`): it checks the same ' +
    'input, runs the same statements in the same transactions and makes the same call to the provider, and does nothing else. ' +
    'Both stand on the same PostgreSQL (fsync off) and the same sandbox, on the same machine, measured in turn; log lines go to a file, ' +
    'the throttle is off, and replies go unchecked, as in production. `verifyPayment` is always a first verification.',
];

function findings(cells: Cell[]): Findings {
  const table = {
    head: [...head, 'bare: req/s', 'p50 ms', 'p99 ms', 'CPU µs', 'CPU, times bare'],
    rows: cells.map(row),
  };
  const bars = cells
    .filter(({ connections }) => connections === 16)
    .flatMap(({ operation, product, yardstick }) => [
      { label: operation, value: mid(product, 'cpuMicros'), kind: 'ours' as const },
      { label: `${operation}, bare`, value: mid(yardstick, 'cpuMicros'), kind: 'limit' as const },
    ]);
  const plot = { name: 'performance-api', title: 'CPU for a request, 16 connections', unit: 'µs', bars };
  return { goals: [goalOf(cells)], tables: [{ title: '', table }], plots: [plot], notes };
}

export const api: Part = {
  title: 'API',
  run: async (options) => {
    const stage = await openStage();
    if (!stage) return noPostgres;
    try {
      return findings(await measure(await startContenders(stage), options));
    } finally {
      await stage.close();
    }
  },
};
