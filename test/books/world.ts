import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BooksCommands } from '../../apps/bff/src/commands/books-commands';
import { withService } from '../../apps/bff/src/commands/commands.module';
import { loadConfig } from '../../apps/bff/src/config/load-config';
import { createLog } from '../../apps/bff/src/log';
import { runBooks, startCommand } from '../support/commands';
import { freshDatabase, indianDayIs, type Row } from '../support/database';
import { testSettings } from '../support/server';
import { startDesk } from '../support/staff';

type Closing = Partial<Parameters<BooksCommands['month']>[1]>;

/** In this process: for what a command does, not how it is run. */
export const withBooks = <Result>(
  env: Record<string, string | undefined>,
  work: (books: BooksCommands) => Promise<Result>,
) => withService(loadConfig({ ...testSettings, ...env }), createLog('warn', process.stderr), BooksCommands, work);

/** A line of the provider's report, as its rows are. */
export type ReportRow = Record<string, unknown> & { entity_id: string; settlement_id: string };

export interface Settled {
  id: string;
  amount: number;
  status: string;
  fees: number;
  tax: number;
  utr: string | null;
  created_at: number;
}

/** Unix seconds of 11:00 in India. */
export const at = (day: string, hour = 11) => Date.parse(`${day}T00:00:00Z`) / 1_000 + hour * 3_600 - 19_800;
const dayOf = (seconds: number) => new Date((seconds + 19_800) * 1_000).toISOString().slice(0, 10);

/** Our books, and a payment provider that reports what a test gives it. @param withDesk with a server, too */
export async function openBooks({ withDesk = false } = {}) {
  const settlements: Settled[] = [];
  const rows: { day: string; row: ReportRow }[] = [];
  /** Other answers, by path, also with a day: `/path 2026-11-24`. */
  const answers = new Map<string, unknown>();
  /** Called before each answer. */
  let onCall: (call: number) => void = () => {};
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    onCall(calls);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://provider');
    const number = (name: string) => Number(searchParams.get(name));
    const day = ['year', 'month', 'day'].map((part) => `${number(part)}`.padStart(2, '0')).join('-');
    const found = pathname.endsWith('/combined')
      ? rows.filter((each) => each.day === day).map(({ row }) => row)
      : settlements.filter(({ created_at }) => created_at >= number('from') && created_at <= number('to'));
    const items = found.slice(number('skip'), number('skip') + number('count'));
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify(
        answers.get(`${pathname} ${day}`) ??
          answers.get(pathname) ?? { entity: 'collection', count: items.length, items },
      ),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const account = {
    RAZORPAY_KEY_ID: 'rzp_test_books',
    RAZORPAY_KEY_SECRET: 'secret',
    RAZORPAY_WEBHOOK_SECRET: 'webhook secret',
    RAZORPAY_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  };
  const desk = withDesk ? await startDesk(account) : undefined;
  const database = desk?.product.database ?? (await freshDatabase());
  const env = { ...database.env, ...account };
  const query = <T = Row>(sql: string, values?: unknown[]) => database.query<T>(sql, values);
  let count = 0;

  /** A captured payment of ₹150 with a fee of ₹3.54. */
  async function payment(
    day: string,
    { fee = 354, tax = 54, amount = 15_000 }: { fee?: number | null; tax?: number | null; amount?: number } = {},
  ) {
    count += 1;
    const name = String(count).padStart(14, '0');
    const [id, orderId] = [`pay_${name}`, `order_${name}`];
    // Ids are fixed, so that two runs on the same payments write the same rows.
    const order = `'00000000-0000-7000-8000-${String(count).padStart(12, '0')}'`;
    await query(`
      INSERT INTO orders (id, receipt, amount_paise, currency) VALUES (${order}, md5('${name}'), ${amount}, 'INR');
      UPDATE orders SET provider_order_id = '${orderId}', status = 'CREATED', next_check_at = NULL WHERE id = ${order};
      INSERT INTO order_transitions (order_id, from_status, to_status, cause)
        VALUES (${order}, 'CREATING', 'CREATED', 'test'), (${order}, 'CREATED', 'PAID', 'test');
      INSERT INTO payments (id, order_id, status, amount_paise, currency, method, fee_paise, tax_paise, provider_created_at)
        VALUES ('${id}', ${order}, 'captured', ${amount}, 'INR', 'card', ${fee}, ${tax}, to_timestamp(${at(day)}));
      UPDATE orders SET status = 'PAID', paid_payment_id = '${id}', paid_at = to_timestamp(${at(day)}) WHERE id = ${order}`);
    return { id, orderId, amount, day, fee: fee ?? 354, tax: tax ?? 54 };
  }
  type Payment = Awaited<ReturnType<typeof payment>>;

  async function refund(of: Payment, day: string, status = 'processed') {
    const id = of.id.replace('pay_', 'rfnd_');
    await query(
      `INSERT INTO refunds (provider_id, payment_id, attempt, amount_paise, status, provider_created_at)
       VALUES ($1, $2, 1, $3, $4::"RefundStatus", to_timestamp($5))`,
      [id, of.id, of.amount, status, at(day)],
    );
    return { ...of, id, of: of.id };
  }

  /** A bank disputes a payment, and takes its amount back. */
  const dispute = (id: string, of: Payment, day: string, status = 'lost') =>
    query(
      `INSERT INTO disputes (id, payment_id, order_id, status, amount_paise, amount_deducted_paise, created_at,
         closed_at, closing_reason)
       SELECT $1, id, order_id, $2::"DisputeStatus", amount_paise, amount_paise, to_timestamp($3), now(), 'seed' FROM payments WHERE id = $4`,
      [id, status, at(day), of.id],
    );

  const paid = ({ id, orderId, amount, day, fee, tax }: Payment): Omit<ReportRow, 'settlement_id'> => ({
    ...{ entity_id: id, type: 'payment', amount, credit: amount - fee, debit: 0, fee, tax, currency: 'INR' },
    ...{ order_id: orderId, payment_id: null, created_at: at(day), settled: true, method: 'card' },
  });
  const returned = ({ id, of, orderId, amount }: Payment & { of: string }): Omit<ReportRow, 'settlement_id'> => ({
    ...{ entity_id: id, type: 'refund', amount, credit: 0, debit: amount, fee: 0, tax: 0, currency: 'INR' },
    ...{ order_id: orderId, payment_id: of, settled: true },
  });
  type NewRow = Partial<ReportRow>;

  /** A settlement of these lines. @param change of the settlement, such as another amount */
  function settle(day: string, lines: NewRow[], change: Partial<Settled> = {}) {
    const id = change.id ?? `setl_${String(settlements.length + 1).padStart(14, '0')}`;
    const sum = (name: string) => lines.reduce((total, line) => total + Number(line[name] ?? 0), 0);
    const amounts = { amount: sum('credit') - sum('debit'), fees: sum('fee'), tax: sum('tax') };
    const utr = `5120${settlements.length}`.padEnd(16, '7');
    const settlement = { id, ...amounts, status: 'processed', utr, created_at: at(day), ...change };
    settlements.push(settlement);
    for (const line of lines) {
      const row = { settled_at: at(day), settlement_utr: utr, ...line, settlement_id: id } as ReportRow;
      rows.push({ day: dayOf(Number(row.listed_at ?? row.settled_at)), row });
    }
    return settlement;
  }

  /** What changes from now on, changes on this Indian day. */
  const changeOn = (day: string) => query(indianDayIs(day));
  /** Runs `npm run books -- …` on an Indian day, in its own process. */
  const run = async (today: string, ...args: string[]) => {
    await changeOn(today);
    return runBooks(env, ...args);
  };
  const importUntil = async (today: string, since?: string) => {
    await changeOn(today);
    return withBooks(env, (books) => books.import({ since, as: 'asha' }));
  };
  const month = async (name: string, today: string, closing: Closing = {}) => {
    await changeOn(today);
    return withBooks(env, (books) => books.month(name, { as: 'asha', ...closing }));
  };
  /** As the desk does it. */
  const dismiss = (subject: string, why: string) =>
    query(
      'UPDATE open_items SET dismissed_at = now(), dismissal_reason = $2 WHERE subject = $1 AND closed_at IS NULL',
      [subject, why],
    );
  /** What needs a person. */
  const items = () =>
    query<{ kind: string; subject: string; detail: string }>(
      'SELECT kind, subject, detail FROM open_items WHERE closed_at IS NULL AND dismissed_at IS NULL ORDER BY kind, subject',
    );
  const named = async () => (await items()).map(({ kind, subject }) => `${kind} ${subject}`);

  return {
    ...{
      query,
      payment,
      refund,
      dispute,
      paid,
      returned,
      settle,
      settlements,
      rows,
      answers,
      changeOn,
      importUntil,
      month,
      items,
      named,
      dismiss,
      run,
      desk,
      env,
    },
    start: (...args: string[]) => startCommand(env, 'books', ...args),
    /** @param listener called before each answer with its number from now on */
    onCall(listener: (call: number) => void) {
      calls = 0;
      onCall = listener;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await (desk ? desk.product.close() : database.drop());
    },
  };
}
export type Books = Awaited<ReturnType<typeof openBooks>>;

/** Returns the closing balance of a month, computed from its other amounts. */
export const balance = (month: Awaited<ReturnType<Books['month']>>) =>
  month.openingPaise +
  month.capturedPaise -
  month.refundedPaise -
  month.chargebacksPaise -
  month.feesPaise -
  month.settledPaise;
