import supertest from 'supertest';
import { allOperations, type Operation, replyMisfits, type Schema } from '../contract/contract';
import { eventually } from '../support/eventually';
import { startDesk, type TestDesk } from '../support/staff';

interface Call {
  path: string;
  body?: object;
  query?: object;
  token: string;
}
type Staff = Awaited<ReturnType<TestDesk['staff']>>;

let desk: TestDesk;
let finance: Staff;
let support: Staff;
let payer: { token: string; id: string };
beforeAll(async () => {
  desk = await startDesk();
  [finance, support] = [await desk.staff('finance'), await desk.staff('support')];
  payer = await newPerson();
});
afterEach(() => control('DELETE', '/faults'));
afterAll(() => desk.product.close());

const control = (method: string, path: string, body?: object) => desk.product.sandbox.control(method, path, body);
const query = (sql: string, values: unknown[] = []) => desk.product.database.query(sql, values);

async function newPerson() {
  const { token } = await desk.api.newPerson();
  return { token, id: (await desk.api.me(token).expect(200)).body.id as string };
}

const paidOrder = () => desk.paidOrder(payer);

/** A paid order with a dispute. @param end as the bank decides; undefined: it has not */
async function disputedOrder(end?: 'won') {
  const { id, paymentId } = await paidOrder();
  const { id: dispute } = (await control('POST', `/payments/${paymentId}/dispute`)) as { id: string };
  if (end) await control('POST', `/disputes/${dispute}/${end}`);
  await eventually(async () => {
    expect(await query('SELECT status FROM disputes WHERE id = $1', [dispute])).toEqual([{ status: end ?? 'open' }]);
  });
  return { id, dispute };
}

const thisMonth = new Date(Date.now() + 19_800_000).toISOString().slice(0, 7);

/** Books that begin in 2020, with a settlement, all imported. */
async function fillBooks() {
  await query(`
    DELETE FROM cases WHERE kind = 'settlement';
    INSERT INTO settlement_days SELECT now()::date, 0, now(), true ON CONFLICT DO NOTHING;
    INSERT INTO settlements (id, status, amount_paise, fee_paise, tax_paise, provider_created_at, day)
      VALUES ('setl_1', 'processed', 14646, 354, 54, '2020-01-15', '2020-01-15') ON CONFLICT DO NOTHING;
    INSERT INTO settlement_lines (day, settlement_id, type, entity_id, copy, amount_paise, credit_paise, debit_paise,
        fee_paise, tax_paise, currency, differences)
      VALUES ('2020-01-15', 'setl_1', 'payment', 'pay_1', 1, 15000, 14646, 0, 354, 54, 'INR',
        '[{"field": "fee", "expected": 353, "reported": 354}]') ON CONFLICT DO NOTHING`);
  return {};
}

/** An item that keeps a month from being closed. */
const addDifference = () =>
  query(`INSERT INTO cases (kind, subject, day, paise, detail)
    VALUES ('settlement', 'setl_1', '2020-01-15', 1, 'It is off')`);

const disputeCase = async () => ({ path: { kind: 'dispute', subject: (await disputedOrder()).dispute } });
const tomorrow = new Date(Date.now() + 106_200_000).toISOString().slice(0, 10);

/** Each operation's entry in the log, and the values that a call needs besides the contract's example. */
const cases: Record<string, [logged: string, needs?: (who: Staff) => Promise<{ path?: object; body?: object }>]> = {
  getDeskAccess: ['open the desk'],
  confirmPasskey: ['confirm passkey', async (who) => ({ body: await who.answer() })],
  listDeskCases: ['list open cases'],
  waitDeskCase: [
    'disp_',
    async () => ({ ...(await disputeCase()), body: { reason: 'Answered', revision: 1, until: tomorrow } }),
  ],
  finishDeskCase: ['finish disp_', disputeCase],
  getDeskFigures: ['show figures'],
  getDeskHealth: ['show health'],
  listDeskOrders: ['list orders'],
  findDeskOrders: ['find orders by '],
  getDeskOrder: ['show order', async () => ({ path: await paidOrder() })],
  checkDeskOrder: ['check', async () => ({ path: await paidOrder() })],
  refundDeskOrder: ['refund', async () => ({ path: await paidOrder() })],
  closeDeskDispute: ['close dispute', async () => ({ path: await disputedOrder('won') })],
  findDeskPeople: ['find people'],
  getDeskPerson: ['show person', async () => ({ path: payer })],
  endDeskSessions: ['end sessions', async () => ({ path: await newPerson() })],
  resendDeskMail: ['resend receipt', async () => ({ body: { orderId: (await paidOrder()).id } })],
  listDeskLog: ['list log'],
  listDeskSettlements: ['list settlements', fillBooks],
  getDeskSettlement: ['show settlement setl_1', async () => ({ ...(await fillBooks()), path: { id: 'setl_1' } })],
  getDeskMonth: [`show month ${thisMonth}`, fillBooks],
  closeDeskMonth: ['close month 2020-01', async () => ({ ...(await fillBooks()), path: { month: '2020-01' } })],
  exportDeskBooks: [`export journal of ${thisMonth}`, fillBooks],
};

const filled = (path: string, values: object) =>
  path.replace(/\{(\w+)\}/g, (_, name) => String({ month: thisMonth, name: 'journal', ...values }[name as 'name']));

const isForFinance = ({ failures }: Operation) => failures.some(({ code }) => code === 'role_needed');
const exampleOf = (schema?: Schema) => (schema?.examples as object[] | undefined)?.[0];

/** A call that the operation accepts. */
async function validCall({ id, path, body }: Operation, who: Staff): Promise<Call> {
  const needs = await cases[id]?.[1]?.(who);
  return { path: filled(path, needs?.path ?? {}), body: needs?.body ?? exampleOf(body), token: who.token };
}

function send({ method }: Operation, { path, body, query = {}, token }: Call) {
  const request = supertest(desk.product.url)
    [method](`/api${path}`)
    .query(query)
    .set('authorization', `Bearer ${token}`);
  return body ? request.send(body) : request;
}

/** What is wrong with the reply to a call. @param code of the failure that it provokes */
async function misfitsOf(operation: Operation, call: Call, code?: string) {
  const reply = await send(operation, call);
  const other = reply.status < 400 ? undefined : reply.body.code;
  const misfits = replyMisfits(operation, reply);
  if (other !== code) misfits.push(`answered ${reply.status} ${reply.text}`);
  return misfits.map((misfit) => `${operation.id} ${code ?? ''}: ${misfit}`);
}

const unknownId = '019ab3c0-7c1e-7000-8000-3f1d5b0a9e10';
const fault = (operation: string, status: number) =>
  control('POST', '/faults', { match: { operation }, times: 9, do: { kind: 'status', status } });

/** How a call is changed so that it fails with this code. */
const failures: Record<
  string,
  (call: Call, operation: Operation, who: Staff) => Partial<Call> | Promise<Partial<Call>>
> = {
  not_found: () => ({ token: payer.token }),
  token_invalid: (_, __, who) => ({ token: who.ended }),
  passkey_needed: (_, __, who) => ({ token: who.byPassword }),
  role_needed: () => ({ token: support.token }),
  invalid_input: (_, { body, path }) => {
    if (body) return { body: { unknown: 1 } };
    return path.includes('{')
      ? { path: filled(path, { id: 'short', month: '2026-13' }) }
      : { query: { limit: 0, state: 'none' } };
  },
  settlement_not_found: (_, { path }) => ({ path: filled(path, { id: 'setl_none' }) }),
  month_not_found: (_, { path }) => ({ path: filled(path, { month: '2019-12' }) }),
  // The call has succeeded before.
  month_closed: () => ({}),
  month_not_ready: (_, { path }) => ({ path: filled(path, { month: thisMonth }) }),
  month_unexplained: async () => {
    await addDifference();
    return {};
  },
  passkey_refused: async () => ({ body: await finance.answer() }),
  order_not_found: (_, { path }) => ({ path: filled(path, { id: 'order_00000000000000' }) }),
  person_not_found: (_, { path }) => ({ path: filled(path, { id: unknownId }) }),
  item_not_found: (_, { id, path }) =>
    id === 'resendDeskMail'
      ? { body: { personId: unknownId } }
      : { path: filled(path, { kind: 'review', subject: 'none' }) },
  case_changed: ({ body }) => ({ body: { ...body, revision: 2 } }),
  mail_not_possible: async () => ({ body: { orderId: await desk.api.newOrder() } }),
  refund_changed: ({ body }) => ({ body: { ...body, refundablePaise: 1 } }),
  nothing_captured: async (_, { path }) => ({ path: filled(path, { id: await desk.api.newOrder() }) }),
  dispute_forbids: async (_, { path }) => ({ path: filled(path, await disputedOrder()) }),
  no_open_dispute: async (_, { path }) => ({ path: filled(path, await paidOrder()) }),
  dispute_awaits_decision: async (_, { path }) => ({ path: filled(path, await disputedOrder()) }),
  provider_refused: async () => {
    await fault('refundPayment', 400);
    return {};
  },
  provider_unavailable: async () => {
    await fault('fetchOrderPayments', 500);
    await fault('fetchPayment', 500);
    return {};
  },
};
/** Failures of every operation at once, of the desk or not. */
const general = ['unavailable', 'unexpected', 'too_many_requests', 'busy'];

const ofDesk = allOperations.filter(({ isDesk }) => isDesk);

test.each(ofDesk)('$id: its role alone may, failures change nothing, and the log has it', async (operation) => {
  const who = isForFinance(operation) ? finance : support;
  const call = await validCall(operation, who);
  const provoke = async (code: string) => {
    const change = failures[code];
    if (!change) throw new Error(`${operation.id} ${code} has no case`);
    expect(await misfitsOf(operation, { ...call, ...(await change(call, operation, who)) }, code)).toEqual([]);
    await control('DELETE', '/faults');
    await query("DELETE FROM cases WHERE subject = 'setl_1'");
  };
  const codes = operation.failures.map(({ code }) => code).filter((code) => !general.includes(code));
  for (const code of codes) if (code !== 'month_closed') await provoke(code);
  expect(await misfitsOf(operation, call)).toEqual([]);
  const [newest] = await query('SELECT action FROM audit_log WHERE operator = $1 ORDER BY at DESC LIMIT 1', [
    who.email,
  ]);
  expect(newest).toEqual({ action: expect.stringMatching(`^${cases[operation.id]?.[0]}`) });
  if (codes.includes('month_closed')) await provoke('month_closed');
});

test.each([
  ['text/plain', 'hello'],
  ['application/x-www-form-urlencoded', 'a=1'],
  ['application/json', '{"broken"'],
  ['application/json', `"${'x'.repeat(20_000)}"`],
  ['application/json', '{"__proto__": {}}'],
])('staff get one answer to a body of the type %s that cannot be read', async (type, body) => {
  for (const operation of ofDesk.filter(({ method, body }) => method !== 'get' && body)) {
    const who = isForFinance(operation) ? finance : support;
    const { path } = await validCall(operation, who);
    const headers = { authorization: `Bearer ${await who.logIn()}`, 'content-type': type };
    const reply = await fetch(`${desk.product.url}/api${path}`, { method: operation.method, headers, body });
    const { code } = (await reply.json()) as { code: string };
    expect([operation.id, reply.status, code]).toEqual([operation.id, 400, 'invalid_input']);
  }
});
