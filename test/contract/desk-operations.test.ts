import supertest from 'supertest';
import { eventually } from '../support/eventually';
import { testOnPostgres } from '../support/on-postgres';
import { type PostgresProxy, proxyTo } from '../support/postgres-proxy';
import { startDesk, type TestDesk } from '../support/staff';
import { allOperations, type Operation, replyMisfits, type Schema } from './contract';

interface Call {
  path: string;
  body?: object;
  query?: Record<string, unknown>;
  token: string;
}

let desk: TestDesk;
let proxy: PostgresProxy | undefined;
let finance: Awaited<ReturnType<TestDesk['staff']>>;
let support: typeof finance;
let payer: { email: string; token: string; id: string };
beforeAll(async () => {
  desk = await startDesk({}, async (database) => {
    proxy = await proxyTo(database);
    return proxy?.env ?? {};
  });
  [finance, support] = [await desk.staff('finance'), await desk.staff('support')];
  payer = await newPerson();
});
afterAll(async () => {
  await desk.product.close();
  await proxy?.down();
});

async function newPerson() {
  const person = await desk.api.newPerson();
  return { ...person, id: (await desk.api.me(person.token).expect(200)).body.id as string };
}

const ofDesk = allOperations.filter(({ isDesk }) => isDesk);
const control = (method: string, path: string, body?: object) => desk.product.sandbox.control(method, path, body);

async function paidOrder() {
  const id = await desk.api.newOrder();
  const checkout = await desk.api.pay(id);
  await desk.api.verifyPayment(checkout, payer.token).expect(200);
  return { id, paymentId: checkout.razorpay_payment_id };
}

/** A paid order with a dispute. @param end as the bank decides; undefined: it has not */
async function disputedOrder(end?: 'won') {
  const { id, paymentId } = await paidOrder();
  const { id: dispute } = (await control('POST', `/payments/${paymentId}/dispute`)) as { id: string };
  if (end) await control('POST', `/disputes/${dispute}/${end}`);
  await eventually(async () => {
    const [known] = await desk.product.database.query('SELECT status FROM disputes WHERE id = $1', [dispute]);
    expect(known).toEqual({ status: end ?? 'open' });
  });
  return { id, dispute };
}

const thisMonth = new Date(Date.now() + 19_800_000).toISOString().slice(0, 7);

/** Books that begin years ago, with a settlement, all imported. @returns the next month to close */
async function openBooks(): Promise<string> {
  const query = (sql: string) => desk.product.database.query<{ month: string }>(sql);
  await query(`
    DELETE FROM open_items WHERE kind = 'settlement';
    INSERT INTO settlement_days SELECT now()::date, 0, now(), true ON CONFLICT DO NOTHING;
    INSERT INTO settlements (id, status, amount_paise, fee_paise, tax_paise, provider_created_at, day)
      VALUES ('setl_contract', 'processed', 14646, 354, 54, '2020-01-15', '2020-01-15') ON CONFLICT DO NOTHING;
    INSERT INTO settlement_lines (day, settlement_id, type, entity_id, copy, amount_paise, credit_paise, debit_paise,
        fee_paise, tax_paise, currency, differences)
      VALUES ('2020-01-15', 'setl_contract', 'payment', 'pay_contract', 1, 15000, 14646, 0, 354, 54, 'INR',
        '[{"field": "fee", "expected": 353, "reported": 354}]') ON CONFLICT DO NOTHING`);
  const [next] = await query(
    "SELECT to_char(coalesce(to_date(max(month), 'YYYY-MM') + interval '1 month', '2020-01-01'), 'YYYY-MM') AS month FROM closed_months",
  );
  return next?.month ?? '';
}

/** An item that keeps a month from being closed. */
const unexplained = () =>
  desk.product.database.query(
    "INSERT INTO open_items (kind, subject, day, paise, detail) VALUES ('settlement', 'setl_contract', '2020-01-15', 1, 'It is off')",
  );

const exampleOf = (schema: Schema) => (schema.examples as object[])[0];

/** A call that the operation accepts. */
async function validCall({ id, path, body }: Operation): Promise<Call> {
  const call: Call = { path, token: finance.token, ...(body && { body: exampleOf(body) }) };
  if (id === 'confirmPasskey') call.body = await finance.answer();
  if (id === 'resendDeskMail') call.body = { orderId: (await paidOrder()).id };
  if (id === 'getDeskPerson') call.path = path.replace('{id}', payer.id);
  if (id === 'endDeskSessions') call.path = path.replace('{id}', (await newPerson()).id);
  if (id === 'closeDeskDispute') call.path = path.replace('{id}', (await disputedOrder('won')).id);
  if (id === 'dismissDeskItem')
    call.path = path.replace('{kind}', 'dispute').replace('{subject}', (await disputedOrder()).dispute);
  const month = path.includes('{month}') || id.includes('Settlement') ? await openBooks() : '';
  if (id === 'getDeskSettlement') call.path = path.replace('{id}', 'setl_contract');
  call.path = call.path.replace('{month}', id === 'closeDeskMonth' ? month : thisMonth).replace('{name}', 'journal');
  if (call.path.startsWith('/desk/orders/{id}')) call.path = path.replace('{id}', (await paidOrder()).id);
  return call;
}

function send({ method }: Operation, { path, body, query = {}, token }: Call) {
  const request = supertest(desk.product.url)[method](`/api${path}`).query(query);
  request.set('authorization', `Bearer ${token}`);
  return body ? request.send(body) : request;
}

async function misfitsOf(operation: Operation, call: Call, code?: string) {
  const reply = await send(operation, call);
  const other = reply.status < 400 ? undefined : reply.body.code;
  return [...(other === code ? [] : [`answered ${reply.status} ${reply.text}`]), ...replyMisfits(operation, reply)].map(
    (misfit) => `${operation.id} ${code ?? ''}: ${misfit}`,
  );
}

const unknownId = '019ab3c0-7c1e-7000-8000-3f1d5b0a9e10';
const fault = (operation: string, status: number) =>
  control('POST', '/faults', { match: { operation }, times: 9, do: { kind: 'status', status } });

/** How a call is changed so that it fails with this code. */
const failures: Record<string, (call: Call, operation: Operation) => Call | Promise<Call>> = {
  not_found: (call) => ({ ...call, token: payer.token }),
  token_invalid: (call) => ({ ...call, token: finance.ended }),
  passkey_needed: (call) => ({ ...call, token: finance.byPassword }),
  role_needed: (call) => ({ ...call, token: support.token }),
  invalid_input: (call, { body, path, method }) => {
    if (body) return { ...call, body: { unknown: 1 } };
    const wrong = path.replace('{id}', 'order-short').replace('{month}', '2026-13').replace('{name}', 'journal');
    if (path.includes('{')) return { ...call, path: wrong };
    return method === 'get' ? { ...call, query: { limit: 0 } } : { ...call, body: { unknown: 1 } };
  },
  settlement_not_found: (call, { path }) => ({ ...call, path: path.replace('{id}', 'setl_none') }),
  month_not_found: (call) => ({ ...call, path: call.path.replace(/20\d\d-\d\d/, '2019-12') }),
  month_closed: async (call, operation) => {
    await send(operation, call);
    return call;
  },
  month_not_ready: (call) => ({ ...call, path: call.path.replace(/20\d\d-\d\d/, thisMonth) }),
  month_unexplained: async (call) => {
    await unexplained();
    return call;
  },
  passkey_refused: async (call) => ({ ...call, body: await support.answer() }),
  order_not_found: (call, { path }) => ({ ...call, path: path.replace('{id}', 'order_00000000000000') }),
  person_not_found: (call, { path }) => ({ ...call, path: path.replace('{id}', unknownId) }),
  item_not_found: (call, { id, path }) =>
    id === 'resendDeskMail'
      ? { ...call, body: { personId: unknownId } }
      : { ...call, path: path.replace('{kind}', 'review').replace('{subject}', 'none') },
  item_changed: async (call, { path }) => {
    await openBooks();
    await unexplained();
    return { ...call, path: path.replace('{kind}', 'settlement').replace('{subject}', 'setl_contract') };
  },
  mail_not_possible: async (call) => ({ ...call, body: { orderId: await desk.api.newOrder() } }),
  refund_changed: (call) => ({ ...call, body: { ...call.body, refundablePaise: 1 } }),
  nothing_captured: async (call, { path }) => ({ ...call, path: path.replace('{id}', await desk.api.newOrder()) }),
  dispute_forbids: async (call, { path }) => ({ ...call, path: path.replace('{id}', (await disputedOrder()).id) }),
  no_open_dispute: async (call, { path }) => ({ ...call, path: path.replace('{id}', (await paidOrder()).id) }),
  dispute_awaits_decision: async (call, { path }) => ({
    ...call,
    path: path.replace('{id}', (await disputedOrder()).id),
  }),
  provider_refused: async (call) => {
    await fault('refundPayment', 400);
    return call;
  },
  provider_unavailable: async (call) => {
    await fault('fetchOrderPayments', 500);
    await fault('fetchPayment', 500);
    return call;
  },
};
/** Failures of every operation at once: each has a separate test. */
const general = ['unavailable', 'unexpected', 'too_many_requests', 'busy'];

async function validCalls() {
  const calls: [Operation, Call][] = [];
  for (const operation of ofDesk) calls.push([operation, await validCall(operation)]);
  return calls;
}
async function allMisfits(calls: [Operation, Call][], code?: string) {
  const misfits: string[] = [];
  for (const [operation, call] of calls) misfits.push(...(await misfitsOf(operation, call, code)));
  return misfits;
}

test('every operation of the desk succeeds as documented', async () => {
  expect(await allMisfits(await validCalls())).toEqual([]);
});

test('every failure at the desk that one call provokes is answered as documented', async () => {
  const misfits: string[] = [];
  for (const operation of ofDesk)
    for (const { code } of operation.failures.filter((each) => !general.includes(each.code))) {
      const change = failures[code];
      if (!change) throw new Error(`${operation.id} ${code} has no case`);
      misfits.push(...(await misfitsOf(operation, await change(await validCall(operation), operation), code)));
      await control('DELETE', '/faults');
    }
  expect(misfits).toEqual([]);
});

testOnPostgres('while the database cannot be reached, the desk answers unavailable', async () => {
  const calls = await validCalls();
  await proxy?.down();
  const misfits = await allMisfits(calls, 'unavailable');
  await proxy?.up();
  expect(misfits).toEqual([]);
});

testOnPostgres('a defect, such as a missing table, is answered unexpected', async () => {
  const calls = await validCalls();
  await desk.product.database.query('ALTER TABLE audit_log RENAME TO audit_log_missing');
  const misfits = await allMisfits(calls, 'unexpected');
  await desk.product.database.query('ALTER TABLE audit_log_missing RENAME TO audit_log');
  expect(misfits).toEqual([]);
});

test('beyond its limit every operation of the desk answers too_many_requests', async () => {
  const calls = await validCalls();
  await desk.product.server.stop();
  await desk.product.restart({ THROTTLE: 'on' });
  const [access, confirm] = ['getDeskAccess', 'confirmPasskey'].map((id) => calls.find(([each]) => each.id === id));
  // They share two limits: of what is read, and of what is done.
  for (const [call, calls] of [
    [access, 121],
    [confirm, 31],
  ] as const)
    if (call) await Promise.all(Array.from({ length: calls }, () => send(...call)));
  expect(await allMisfits(calls, 'too_many_requests')).toEqual([]);
});
