import { freePort } from '../../support/process';
import { newPerson } from '../api/person';
import { percentile, slope } from '../measure/median';
import { residentBytes } from '../measure/process-use';
import { type Findings, noPostgres, type Part } from '../part';
import type { Launched } from '../servers/launch';
import { openStage, type Sandbox, type Stage } from '../servers/stage';
import { type Comparison, compareBooks } from './books';
import { newTally, type Shop, type Tally, visit } from './payer';
import { Pool } from './pool';

const people = 40;
const lanes = 16;
const saturatingSeconds = 20;
const sampleMs = 2_000;

interface Memory {
  minutes: number[];
  megabytes: number[];
}

interface Run {
  saturating: number;
  tally: Tally;
  seconds: number;
  memory: Memory;
  books: Comparison;
  /** Events that we answered by 500 or above. */
  eventsFailed: number;
}

/** One payment after the other in every lane. @returns payments per second. */
async function saturate(shop: Shop, seconds: number): Promise<number> {
  const tally = newTally();
  const started = performance.now();
  const elapsed = () => (performance.now() - started) / 1000;
  const lane = async (_: unknown, index: number) => {
    for (let number = index; elapsed() < seconds; number += lanes) await visit(shop, tally, number);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return tally.payments / elapsed();
}

/** Payments begin at a steady pace, whether those before have ended or not. */
async function keepPace(shop: Shop, perSecond: number, seconds: number): Promise<Tally> {
  const tally = newTally();
  const started = performance.now();
  const underWay = new Set<Promise<void>>();
  for (let number = 0; number < perSecond * seconds; number += 1) {
    const wait = started + (number / perSecond) * 1000 - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const payment = visit(shop, tally, number).finally(() => underWay.delete(payment));
    underWay.add(payment);
  }
  await Promise.all(underWay);
  return tally;
}

function watchMemory({ pid }: Launched) {
  const started = Date.now();
  const memory: Memory = { minutes: [], megabytes: [] };
  const timer = setInterval(() => {
    memory.minutes.push((Date.now() - started) / 60_000);
    memory.megabytes.push(residentBytes(pid) / 2 ** 20);
  }, sampleMs);
  return () => {
    clearInterval(timer);
    return memory;
  };
}

async function openShop(stage: Stage) {
  const port = await freePort();
  const sandbox = await stage.startSandbox(undefined, `http://localhost:${port}/api/webhooks/razorpay`);
  const databaseUrl = await stage.database('load');
  const server = await stage.startServer(databaseUrl, sandbox, { port });
  const tokens: string[] = [];
  while (tokens.length < people) tokens.push(await newPerson(server.url, `payer${tokens.length}@lab.example`));
  const shop: Shop = { product: new Pool(server.url), provider: new Pool(sandbox.url), tokens };
  return { sandbox, databaseUrl, server, shop };
}

/** Waits until the provider has told everything. @returns how often it was answered by 500 or above. */
async function untilTold({ url }: Sandbox): Promise<number> {
  await fetch(`${url}/control/webhooks/flush`, { method: 'POST' });
  const events = (await (await fetch(`${url}/control/webhooks/events`)).json()) as {
    deliveries: { status: number | null }[];
  }[];
  return events.flatMap(({ deliveries }) => deliveries).filter(({ status }) => (status ?? 0) >= 500).length;
}

async function run(stage: Stage, seconds: number, say: (text: string) => void): Promise<Run> {
  const { sandbox, databaseUrl, server, shop } = await openShop(stage);
  const saturating = await saturate(shop, saturatingSeconds);
  say(`saturated at ${saturating.toFixed(0)} payments a second; half of it for ${Math.round(seconds)} s`);
  const memoryOf = watchMemory(server);
  const tally = await keepPace(shop, saturating / 2, seconds);
  const memory = memoryOf();
  const eventsFailed = await untilTold(sandbox);
  const books = await compareBooks(sandbox.url, databaseUrl);
  shop.product.close();
  shop.provider.close();
  return { saturating, tally, seconds, memory, books, eventsFailed };
}

/** Megabytes a minute, once what a start brings along is over. */
function slopeOf({ minutes, megabytes }: Memory): number {
  const from = Math.floor(minutes.length / 5);
  return slope(minutes.slice(from), megabytes.slice(from));
}

const of = (statuses: Map<number, number>, test: (status: number) => boolean) =>
  [...statuses].filter(([status]) => test(status)).reduce((sum, [, count]) => sum + count, 0);

const rupees = (paise: number) => `₹${(paise / 100).toLocaleString('en-IN')}`;

function findings({ saturating, tally, seconds, memory, books, eventsFailed }: Run): Findings {
  const held = memory.megabytes.at(-1) ?? Number.NaN;
  const times = [...tally.times].map(([operation, ms]) => [
    operation,
    ms.length,
    percentile(ms, 0.5).toFixed(1),
    percentile(ms, 0.99).toFixed(1),
  ]);
  return {
    goals: [
      { what: 'captured at the provider and not paid here', values: [books.lost.length], limit: 0 },
      { what: 'paid here and not captured at the provider', values: [books.unfounded.length], limit: 0 },
      { what: 'orders with two captured payments', values: [books.doubled.length], limit: 0 },
      {
        what: 'orders that only one of the books has',
        values: [Math.abs(books.ordersHere - books.ordersThere)],
        limit: 0,
      },
      {
        what: 'replies of 500 and above, to payers and to the provider',
        values: [of(tally.statuses, (status) => status >= 500) + eventsFailed],
        limit: 0,
      },
    ],
    tables: [
      { title: '', table: { head: ['operation', 'calls', 'p50 ms', 'p99 ms'], rows: times } },
      {
        title: 'The books afterwards',
        table: {
          head: ['', 'orders', 'paid', 'money'],
          rows: [
            ['the provider', books.ordersThere, books.capturedThere, rupees(books.moneyThere)],
            ['the product', books.ordersHere, books.paidHere, rupees(books.moneyHere)],
          ],
        },
      },
    ],
    notes: [
      `${tally.payments.toLocaleString('en-IN')} payments in ${Math.round(seconds)} s, begun at a steady ${(saturating / 2).toFixed(1)} a second: half of ` +
        `the ${saturating.toFixed(1)} at which ${lanes} payers at a time saturate this machine. The provider sends its events meanwhile. Of ten payers six pay and ` +
        'come back, one closes the browser once the money has left, one fails first, one comes back twice at the same time, one leaves. The books count the saturating seconds too.',
      `Memory of the server: ${held.toFixed(0)} MB at the end, slope ${slopeOf(memory).toFixed(2)} MB a minute after the first fifth of the time.`,
    ],
  };
}

export const load: Part = {
  title: 'Mixed payments, and memory',
  run: async ({ loadSeconds, say }) => {
    const stage = await openStage();
    if (!stage) return noPostgres;
    try {
      return findings(await run(stage, loadSeconds, say));
    } finally {
      await stage.close();
    }
  },
};
