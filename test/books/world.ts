import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ExportName, Exports } from '../../apps/bff/src/books/exports';
import { dayOf } from '../../apps/bff/src/books/indian-days';
import { Months } from '../../apps/bff/src/books/months';
import { BooksCommands } from '../../apps/bff/src/commands/books-commands';
import { withService } from '../../apps/bff/src/commands/commands.module';
import { loadConfig } from '../../apps/bff/src/config/load-config';
import { createLog } from '../../apps/bff/src/log';
import { startCommand } from '../support/commands';
import { freshDatabase, indianDayIs, type Row } from '../support/database';
import { testSettings } from '../support/server';

/** A service that commands use, in this process. Call `close` at the end. */
export function openService<Service>(
  env: Record<string, string | undefined>,
  type: Parameters<typeof withService<Service, void>>[2],
) {
  const config = loadConfig({ ...testSettings, ...env });
  return new Promise<{ service: Service; close(): Promise<void> }>((resolve, reject) => {
    const work = (service: Service) =>
      new Promise<void>((finish) => {
        const close = () => {
          finish();
          return ended;
        };
        resolve({ service, close });
      });
    const ended = withService(config, createLog('warn', process.stderr), type, work);
    ended.catch(reject);
  });
}

/** A row of Razorpay's settlement report. */
type ReportRow = Record<string, unknown> & { entity_id: string; settlement_id: string };

interface Settled {
  id: string;
  amount: number;
  status: string;
  fees: number;
  tax: number;
  utr: string | null;
  created_at: number;
}

/** Unix seconds of 11:00 in India. */
export const at = (day: string) => Date.parse(`${day}T11:00:00+05:30`) / 1_000;

/** Our books, and a Razorpay that reports what a test gives it. `clear` empties both. */
export async function openBooks() {
  const settlements: Settled[] = [];
  const rows: { day: string; row: ReportRow }[] = [];
  /** Other answers, by path, also with a day: `/path 2026-11-24`. */
  const answers = new Map<string, unknown>();
  /** Called before each answer, which waits for it. @param page `/path 2026-11-24` */
  let onCall: (call: number, page: string) => unknown = () => {};
  let calls = 0;
  const server = createServer(async (request, response) => {
    calls += 1;
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://provider');
    const number = (name: string) => Number(searchParams.get(name));
    const day = ['year', 'month', 'day'].map((part) => `${number(part)}`.padStart(2, '0')).join('-');
    await onCall(calls, `${pathname} ${day}`);
    const found = pathname.endsWith('/combined')
      ? rows.filter((each) => each.day === day).map(({ row }) => row)
      : settlements.filter(({ created_at }) => created_at >= number('from') && created_at <= number('to'));
    const items = found.slice(number('skip'), number('skip') + number('count'));
    response.setHeader('content-type', 'application/json');
    const other = answers.get(`${pathname} ${day}`) ?? answers.get(pathname);
    response.end(JSON.stringify(other ?? { entity: 'collection', count: items.length, items }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const account = {
    RAZORPAY_KEY_ID: 'rzp_test_books',
    RAZORPAY_KEY_SECRET: 'secret',
    RAZORPAY_WEBHOOK_SECRET: 'webhook secret',
    RAZORPAY_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  };
  const database = await freshDatabase();
  const env = { ...database.env, ...account };
  const query = <T = Row>(sql: string, values?: unknown[]) => database.query<T>(sql, values);
  const opened = [
    await openService(env, BooksCommands),
    await openService(env, Exports),
    await openService(env, Months),
  ] as const;
  const [importer, exports, months] = [opened[0].service, opened[1].service, opened[2].service];
  let count = 0;

  async function clear() {
    for (const each of [settlements, rows]) each.length = 0;
    answers.clear();
    count = 0;
    await query(`
      BEGIN; SET LOCAL session_replication_role = replica;
      TRUNCATE orders, settlements, settlement_lines, book_entries, closed_months, cases,
        book_progress RESTART IDENTITY CASCADE;
      COMMIT`);
  }

  /** A captured payment of ₹150 with a fee of ₹3.54. */
  async function payment(
    day: string,
    { fee = 354, tax = 54, paidOn = day }: { fee?: number | null; tax?: number | null; paidOn?: string } = {},
  ) {
    count += 1;
    const amount = 15_000;
    const name = String(count).padStart(14, '0');
    const [id, orderId] = [`pay_${name}`, `order_${name}`];
    // Ids are fixed, so that two runs on the same payments write the same rows.
    const order = `'00000000-0000-7000-8000-${String(count).padStart(12, '0')}'`;
    await query(`
      INSERT INTO orders (id, receipt, product, amount_paise, currency)
        VALUES (${order}, md5('${name}'), 'account_setup', ${amount}, 'INR');
      UPDATE orders SET provider_order_id = '${orderId}', status = 'CREATED', next_check_at = NULL WHERE id = ${order};
      INSERT INTO order_transitions (order_id, from_status, to_status, cause)
        VALUES (${order}, 'CREATING', 'CREATED', 'test'), (${order}, 'CREATED', 'PAID', 'test');
      INSERT INTO payments (id, order_id, status, amount_paise, currency, method, fee_paise, tax_paise, provider_created_at)
        VALUES ('${id}', ${order}, 'captured', ${amount}, 'INR', 'card', ${fee}, ${tax}, to_timestamp(${at(day)}));
      UPDATE orders SET status = 'PAID', paid_payment_id = '${id}', paid_at = to_timestamp(${at(paidOn)}) WHERE id = ${order}`);
    return { id, orderId, amount, day, fee: fee ?? 354, tax: tax ?? 54 };
  }
  type Payment = Awaited<ReturnType<typeof payment>>;

  async function refund(of: Payment, day: string) {
    const id = of.id.replace('pay_', 'rfnd_');
    await query(
      `INSERT INTO refunds (provider_id, payment_id, attempt, amount_paise, status, provider_created_at)
       VALUES ($1, $2, 1, $3, 'processed', to_timestamp($4))`,
      [id, of.id, of.amount, at(day)],
    );
    return { ...of, id, of: of.id };
  }

  /** A bank disputes a payment. @param deducted paise that it has taken back */
  const dispute = (id: string, of: Payment, deducted = of.amount) =>
    query(
      `INSERT INTO disputes (id, payment_id, order_id, status, amount_paise, amount_deducted_paise, created_at,
         closed_at, closing_reason)
       SELECT $1, id, order_id, 'lost', amount_paise, $2, provider_created_at, now(), 'seed' FROM payments WHERE id = $3`,
      [id, deducted, of.id],
    );

  const paid = ({ id, orderId, amount, day, fee, tax }: Payment): Omit<ReportRow, 'settlement_id'> => ({
    ...{ entity_id: id, type: 'payment', amount, credit: amount - fee, debit: 0, fee, tax, currency: 'INR' },
    ...{ order_id: orderId, payment_id: null, created_at: at(day), settled: true, method: 'card' },
  });
  const returned = ({ id, of, orderId, amount }: Payment & { of: string }): Omit<ReportRow, 'settlement_id'> => ({
    ...{ entity_id: id, type: 'refund', amount, credit: 0, debit: amount, fee: 0, tax: 0, currency: 'INR' },
    ...{ order_id: orderId, payment_id: of, settled: true },
  });

  /** A settlement of these lines. @param change of the settlement, such as another amount */
  function settle(day: string, lines: Partial<ReportRow>[], change: Partial<Settled> = {}) {
    const id = `setl_${String(settlements.length + 1).padStart(14, '0')}`;
    const sum = (name: string) => lines.reduce((total, line) => total + Number(line[name] ?? 0), 0);
    const amounts = { amount: sum('credit') - sum('debit'), fees: sum('fee'), tax: sum('tax') };
    const utr = `5120${settlements.length}`.padEnd(16, '7');
    const settlement = { id, ...amounts, status: 'processed', utr, created_at: at(day), ...change };
    settlements.push(settlement);
    for (const line of lines) {
      const row = { settled_at: at(day), settlement_utr: utr, ...line, settlement_id: id } as ReportRow;
      rows.push({ day: dayOf(new Date(Number(row.listed_at ?? row.settled_at) * 1_000)), row });
    }
    return settlement;
  }

  /** Sets the Indian day of all later changes. */
  const changeOn = (day: string) => query(indianDayIs(day));
  /** Marks days without settlements as imported, because importing each one takes time. */
  const skipUntil = (day: string) =>
    query(
      `INSERT INTO book_progress (name, day) VALUES ('imported', $1)
       ON CONFLICT (name) DO UPDATE SET day = EXCLUDED.day`,
      [day],
    );
  /** @returns what needs attention after it */
  const importUntil = async (today: string, since?: string) => {
    await changeOn(today);
    await importer.import({ since, as: 'asha' });
    return named();
  };
  const month = async (name: string, today: string) => {
    await changeOn(today);
    return months.show(name);
  };
  /** The first month opens with 0 unless a test says otherwise. */
  async function closeMonth(name: string, today: string, more: { reason?: string; openingPaise?: number } = {}) {
    await changeOn(today);
    const isFirst = !(await query('SELECT FROM closed_months')).length;
    return months.close(name, { as: 'asha', reason: 'Compared', ...(isFirst && { openingPaise: 0 }), ...more });
  }

  /** The rows of an export, without quotes. */
  async function exported(name: ExportName, ofMonth: string) {
    let text = '';
    for await (const part of await exports.export(name, ofMonth)) text += part;
    const [, ...lines] = text.trimEnd().split('\r\n');
    return lines.map((line) => line.split(','));
  }
  const dismiss = (subject: string, why: string, account = 'suspense') =>
    query(
      `UPDATE cases SET state = 'done', outcome = 'finished', done_at = now(), reason = $2, account = $3
       WHERE subject = $1 AND state = 'open'`,
      [subject, why, account],
    );
  /** Open cases. */
  const items = () =>
    query<{ kind: string; subject: string; detail: string }>(
      "SELECT kind, subject, detail FROM cases WHERE state = 'open' ORDER BY kind, subject",
    );
  const named = async () => (await items()).map(({ kind, subject }) => `${kind} ${subject}`);

  return {
    ...{ query, clear, payment, refund, dispute, paid, returned, settle, settlements, rows, answers, changeOn },
    ...{ skipUntil, importUntil, month, closeMonth, exported, items, named, dismiss, env },
    start: (...args: string[]) => startCommand(env, 'books', ...args),
    /** @param listener called before each answer with its number from now on */
    onCall(listener: typeof onCall) {
      calls = 0;
      onCall = listener;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await Promise.all(opened.map((each) => each.close()));
      await database.drop();
    },
  };
}
export type Books = Awaited<ReturnType<typeof openBooks>>;
