import { Months } from '../../apps/bff/src/books/months';
import { BooksCommands } from '../../apps/bff/src/commands/books-commands';
import { openService } from '../books/world';
import { type Api, apiOf } from '../support/api';
import { indianDayIs } from '../support/database';
import { startProduct, type TestProduct } from '../support/server';

/** Faults that make a settlement's sum wrong. */
const settlementFaults = ['line_missing', 'late_row', 'settlement_failed', 'sum_off'] as const;
const lineFaults = [
  ...(['wrong_amount', 'wrong_fee', 'wrong_tax', 'currency'] as const),
  ...(['line_twice', 'unknown_payment', 'unknown_refund', 'other_day'] as const),
];
/** One per working day, because its captures are settled together. */
const faults = [...settlementFaults, ...lineFaults, ...lineFaults];
const days = (faults.length / 5) * 7;
const idleDays = 6;
const paymentsPerDay = 36;
const refundsPerDay = 3;

interface Payment {
  id: string;
}

const indianDay = (ms: number) => new Date(ms + 19_800_000).toISOString().slice(0, 10);
/** The sandbox derives an unknown id from a line's id by reversing its letters. */
const turned = (id: string) => [...id.slice(-14)].reverse().join('');

let product: TestProduct;
let api: Api;
let service: Awaited<ReturnType<typeof openService<BooksCommands>>>;
let months: Awaited<ReturnType<typeof openService<Months>>>;
let today = '';
const named = new Set<string>();
const planted: { fault: (typeof faults)[number]; id: string }[] = [];
const spare: Payment[] = [];
beforeAll(async () => {
  product = await startProduct();
  api = apiOf(product);
  const { database, sandbox } = product;
  const env = { ...database.env, SANDBOX_PORT: String(sandbox.port) };
  service = await openService(env, BooksCommands);
  months = await openService(env, Months);
});
afterAll(async () => {
  await Promise.all([service.close(), months.close()]);
  await product.close();
});

const control = <T = unknown>(method: string, path: string, body?: unknown) =>
  product.sandbox.control<T>(method, path, body);

/** Events must arrive before the clock moves, because a day of refused events disables the endpoint. */
async function deliverEvents() {
  for (let round = 0; round < 20; round += 1) {
    await control('POST', '/webhooks/flush');
    const events = await control<{ state: string }[]>('GET', '/webhooks/events');
    if (events.every(({ state }) => state === 'delivered')) return;
  }
  throw new Error('The events of the sandbox do not arrive.');
}

async function pass(hours: number) {
  await deliverEvents();
  const { now } = await control<{ now: string }>('POST', '/clock', { hours });
  today = indianDay(Date.parse(now));
  await product.database.query(indianDayIs(today));
}

async function openCases() {
  const found = await product.database.query<{ kind: string; subject: string }>(
    `SELECT kind, subject FROM cases WHERE state <> 'done'
     AND kind IN ('settlement', 'line', 'unsettled')`,
  );
  return found.map(({ kind, subject }) => `${kind} ${subject}`);
}

async function importDays(since?: string) {
  await service.service.import({ since, as: 'asha' });
  for (const item of await openCases()) named.add(item);
}

const pay = async () =>
  (await control<{ payment: Payment }>('POST', `/orders/${await api.newOrder()}/pay`, { method: 'card' })).payment;

async function liveDay(day: number) {
  const made: Payment[] = [];
  while (made.length < paymentsPerDay) made.push(...(await Promise.all(Array.from({ length: 6 }, pay))));
  const fault = day % 7 < 5 ? faults[Math.floor(day / 7) * 5 + (day % 7)] : undefined;
  const [wrong] = fault ? made.splice(0, 1) : [];
  if (fault && wrong) {
    await control('POST', '/settlements/faults', { fault, id: wrong.id });
    planted.push({ fault, id: wrong.id });
  }
  spare.push(...made);
  for (const [index, { id }] of spare.splice(0, refundsPerDay).entries())
    await control('POST', `/payments/${id}/refund`, index % 2 ? { amount: 5_000 } : {});
  if (day % 7 > 2) return;
  const [{ id }] = spare.splice(0, 1) as [Payment];
  const dispute = await control<{ id: string }>('POST', `/payments/${id}/dispute`);
  // This comes before the decision, because the daily check does not follow the sandbox's clock.
  await deliverEvents();
  await control('POST', `/disputes/${dispute.id}/${day % 7 ? 'lost' : 'won'}`);
}

/** The only differences that the corrected reports leave. */
async function expectedNames() {
  const lines = await product.database.query<{ entity_id: string; settlement_id: string; state: string }>(
    'SELECT entity_id, settlement_id, state FROM settlement_lines',
  );
  const settlementOf = (id: string, isReturned: boolean) =>
    lines.find((line) => line.entity_id === id && (line.state === 'returned') === isReturned)?.settlement_id;
  const namesOf = ({ fault, id }: (typeof planted)[0]): string[] => {
    if (fault === 'settlement_failed') return [`settlement ${settlementOf(id, true)}`];
    if (fault === 'unknown_payment') return [`line pay_${turned(id)}`];
    if (fault === 'unknown_refund') return [`line rfnd_${turned(id)}`];
    const settlement = `settlement ${settlementOf(id, false)}`;
    if (fault === 'line_missing') return [settlement, `unsettled ${id}`];
    return fault === 'late_row' || fault === 'sum_off' ? [settlement] : [`line ${id}`];
  };
  return planted.flatMap(namesOf).sort();
}

test('over a month and 1,000 payments the books name each planted difference, nothing else, and all is explained at last', async () => {
  await control('PUT', '/webhooks', { timeoutMs: 60_000 });
  const beginning = Date.now() + 19_800_000;
  const untilMonday = ((8 - new Date(beginning).getUTCDay()) % 7 || 7) * 24 + 9;
  await pass(untilMonday - (beginning % 86_400_000) / 3_600_000);
  const firstDay = today;
  for (let day = 0; day < days + idleDays; day += 1) {
    if (day < days) await liveDay(day);
    await pass(24);
    await importDays();
  }
  expect(planted).toHaveLength(faults.length);
  // The provider corrects its reports.
  await control('DELETE', '/settlements/faults');
  await importDays(firstDay);
  expect([...named].sort()).toEqual(await expectedNames());
  // A failed settlement stays a difference, because only staff can check the bank statement.
  const left = await openCases();
  expect(left).toHaveLength(1);
  const finish =
    "UPDATE cases SET state = 'done', outcome = 'finished', done_at = now(), reason = 'One credit' WHERE subject = $1";
  await product.database.query(finish, [left[0]?.split(' ')[1]]);
  const lastMonth = await months.service.show(today.slice(0, 7));
  expect(lastMonth).toMatchObject({ unexplainedPaise: 0, unexplainedCount: 0, closingPaise: 0 });
}, 900_000);
