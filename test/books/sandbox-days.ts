import { apiOf } from '../support/api';
import { indianDayIs } from '../support/database';
import type { TestProduct } from '../support/server';
import { withBooks } from './world';

/** Each breaks the sum of its settlement, so that it needs a settlement for itself. */
type SettlementFault = 'line_missing' | 'late_row' | 'settlement_failed' | 'sum_off';
type LineFault =
  | 'wrong_amount'
  | 'wrong_fee'
  | 'wrong_tax'
  | 'currency'
  | 'line_twice'
  | 'unknown_payment'
  | 'unknown_refund'
  | 'other_day';

interface Plan {
  /** Days with payments. The idle days after them let everything settle. */
  days: number;
  idleDays: number;
  payments: number;
  refunds: number;
  disputes: number;
  settlementFaults: SettlementFault[];
  lineFaults: LineFault[];
}

interface Payment {
  id: string;
  order_id: string;
}
interface Planted {
  fault: SettlementFault | LineFault;
  id: string;
}

const dayMs = 86_400_000;
const istMs = 19_800_000;
const indianDay = (ms: number) => new Date(ms + istMs).toISOString().slice(0, 10);

/** So many of `total` on this day, when they are spread evenly. */
const shareOf = (total: number, day: number, days: number) =>
  Math.floor((total * (day + 1)) / days) - Math.floor((total * day) / days);

/** The sandbox names an unknown id after a line, with its letters turned round. */
const turned = (id: string) => [...id.slice(-14)].reverse().join('');

/** Monday to Friday only: what is captured on them settles in a settlement of that day. The first day is a Monday. */
function faultsByDay({ days, settlementFaults, lineFaults }: Plan): Map<number, Planted['fault'][]> {
  const workingDays = Array.from({ length: days }, (_, day) => day).filter((day) => day % 7 < 5);
  const shared = workingDays.slice(settlementFaults.length);
  const byDay = new Map<number, Planted['fault'][]>();
  const put = (day: number | undefined, fault: Planted['fault']) => {
    if (day === undefined) throw new Error('There are too few days for these faults.');
    byDay.set(day, [...(byDay.get(day) ?? []), fault]);
  };
  for (const [index, fault] of settlementFaults.entries()) put(workingDays[index], fault);
  for (const [index, fault] of lineFaults.entries()) put(shared[index % shared.length], fault);
  return byDay;
}

/** The sandbox of a product lives through many days, with payments, refunds, disputes and planted differences. */
export async function liveDays(product: TestProduct, plan: Plan) {
  const { sandbox, database } = product;
  const api = apiOf(product);
  const env = { ...database.env, SANDBOX_PORT: String(sandbox.port) };
  const named = new Set<string>();
  const planted: Planted[] = [];
  const faults = faultsByDay(plan);
  const spare: Payment[] = [];
  let today = '';
  let disputed = 0;

  /** A busy machine may refuse an event, and a day of refusals would disable the endpoint: so they arrive before the clock moves. */
  async function deliverEvents() {
    for (let round = 0; round < 20; round += 1) {
      await sandbox.control('POST', '/webhooks/flush');
      const events = await sandbox.control<{ state: string }[]>('GET', '/webhooks/events');
      if (events.every(({ state }) => state === 'delivered')) return;
    }
    throw new Error('The events of the sandbox do not arrive.');
  }
  const pass = async (hours: number) => {
    await deliverEvents();
    const { now } = await sandbox.control<{ now: string }>('POST', '/clock', { hours });
    today = indianDay(Date.parse(now));
    await database.query(indianDayIs(today));
  };
  const open = async () => {
    const found = await database.query<{ kind: string; subject: string }>(
      "SELECT kind, subject FROM open_items WHERE closed_at IS NULL AND dismissed_at IS NULL AND kind IN ('settlement', 'line', 'unsettled')",
    );
    return found.map(({ kind, subject }) => `${kind} ${subject}`);
  };
  const importDays = async (since?: string) => {
    await withBooks(env, (books) => books.import({ since, as: 'asha' }));
    for (const item of await open()) named.add(item);
  };

  async function pay(): Promise<Payment> {
    const order = await api.newOrder();
    const how = { method: spare.length % 2 ? 'upi' : 'card' };
    return (await sandbox.control<{ payment: Payment }>('POST', `/orders/${order}/pay`, how)).payment;
  }

  async function liveDay(day: number) {
    const made: Payment[] = [];
    const count = shareOf(plan.payments, day, plan.days);
    while (made.length < count)
      made.push(...(await Promise.all(Array.from({ length: Math.min(8, count - made.length) }, pay))));
    for (const fault of faults.get(day) ?? []) {
      const { id } = made.shift() as Payment;
      await sandbox.control('POST', '/settlements/faults', { fault, id });
      planted.push({ fault, id });
    }
    spare.push(...made);
    const refunds = spare.splice(0, shareOf(plan.refunds, day, plan.days));
    for (const [index, { id }] of refunds.entries())
      await sandbox.control('POST', `/payments/${id}/refund`, index % 2 ? { amount: 5_000 } : {});
    for (const { id } of spare.splice(0, shareOf(plan.disputes, day, plan.days))) {
      const dispute = await sandbox.control<{ id: string }>('POST', `/payments/${id}/dispute`);
      disputed += 1;
      // Before the decision: the daily check, which would repair the order of events, does not follow the sandbox's clock.
      await deliverEvents();
      await sandbox.control('POST', `/disputes/${dispute.id}/${disputed % 3 ? 'lost' : 'won'}`);
    }
  }

  /** What has to be named, and nothing else, by the corrected reports. A line that never comes is in no settlement after nine working days. */
  async function expectedNames(isLong: boolean): Promise<string[]> {
    const lines = await database.query<{ entity_id: string; settlement_id: string; state: string }>(
      'SELECT entity_id, settlement_id, state FROM settlement_lines',
    );
    const settlementOf = (id: string, isReturned: boolean) =>
      lines.find((line) => line.entity_id === id && (line.state === 'returned') === isReturned)?.settlement_id;
    const namesOf = ({ fault, id }: Planted): string[] => {
      if (fault === 'settlement_failed') return [`settlement ${settlementOf(id, true)}`];
      if (fault === 'unknown_payment') return [`line pay_${turned(id)}`];
      if (fault === 'unknown_refund') return [`line rfnd_${turned(id)}`];
      const settlement = `settlement ${settlementOf(id, false)}`;
      if (fault === 'line_missing') return isLong ? [settlement, `unsettled ${id}`] : [settlement];
      return fault === 'late_row' || fault === 'sum_off' ? [settlement] : [`line ${id}`];
    };
    return planted.flatMap(namesOf).sort();
  }

  await sandbox.control('PUT', '/webhooks', { timeoutMs: 60_000 });
  const beginning = Date.now() + istMs;
  const monday = (8 - new Date(beginning).getUTCDay()) % 7 || 7;
  await pass((Math.floor(beginning / dayMs) * dayMs + monday * dayMs + 9 * 3_600_000 - beginning) / 3_600_000);
  const firstDay = today;
  for (let day = 0; day < plan.days + plan.idleDays; day += 1) {
    if (day < plan.days) await liveDay(day);
    await pass(24);
    await importDays();
  }

  return {
    ...{ planted, named, open, expectedNames },
    month: (name: string) => withBooks(env, (books) => books.month(name, { as: 'asha' })),
    months: [...new Set([firstDay.slice(0, 7), today.slice(0, 7)])],
    /** The provider corrects its report. A person accepts what stays. */
    async resolve() {
      await sandbox.control('DELETE', '/settlements/faults');
      await importDays(firstDay);
      const left = await open();
      for (const item of left)
        await database.query(
          "UPDATE open_items SET dismissed_at = now(), dismissal_reason = 'The statement has one credit' WHERE subject = $1",
          [item.split(' ')[1]],
        );
      return left;
    },
  };
}
