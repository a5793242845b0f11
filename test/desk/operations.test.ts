import supertest from 'supertest';
import { allOperations, type Operation, replyMisfits, type Schema } from '../contract/contract';
import { eventually } from '../support/eventually';
import { type Staff, useDesk } from './use-desk';

interface Call {
  path: string;
  body?: object;
  query?: object;
  token: string;
}

const { desk, finance, support, payer, query, control } = useDesk();
/** A staff member with a role that the policy does not have. */
let unknown: Staff;
beforeAll(async () => {
  unknown = await desk.staff('support');
  await query("UPDATE staff_roles SET role = 'auditor' FROM users WHERE id = user_id AND email = $1", [unknown.email]);
});
afterEach(() => control('DELETE', '/faults'));

const newPersonId = async () => (await desk.api.me((await desk.api.newPerson()).token).expect(200)).body.id as string;
const paidOrder = (owner: { token: string } = payer) => desk.paidOrder(owner);

/** A paid order with a dispute. @param end the bank's decision, if any */
async function disputedOrder(end?: 'won', owner: { token: string } = payer) {
  const { id, paymentId } = await paidOrder(owner);
  const { id: dispute } = await control<{ id: string }>('POST', `/payments/${paymentId}/dispute`);
  if (end) await control('POST', `/disputes/${dispute}/${end}`);
  await eventually(async () => {
    expect(await query('SELECT status FROM disputes WHERE id = $1', [dispute])).toEqual([{ status: end ?? 'open' }]);
  });
  return { id, paymentId, dispute };
}

const thisMonth = new Date(Date.now() + 19_800_000).toISOString().slice(0, 7);

/** Books that begin in 2020, with a settlement, all imported. */
async function fillBooks() {
  await query(`
    DELETE FROM cases WHERE kind = 'settlement';
    INSERT INTO book_progress (name, day) VALUES ('imported', now()::date) ON CONFLICT DO NOTHING;
    INSERT INTO settlements (id, status, amount_paise, fee_paise, tax_paise, provider_created_at, day)
      VALUES ('setl_1', 'processed', 14646, 354, 54, '2020-01-15', '2020-01-15') ON CONFLICT DO NOTHING;
    INSERT INTO settlement_lines (day, settlement_id, type, entity_id, copy, amount_paise, credit_paise, debit_paise,
        fee_paise, tax_paise, currency, differences)
      VALUES ('2020-01-15', 'setl_1', 'payment', 'pay_1', 1, 15000, 14646, 0, 354, 54, 'INR',
        '[{"field": "fee", "expected": 353, "reported": 354}]') ON CONFLICT DO NOTHING`);
  return {};
}

const disputeCase = async (owner?: { token: string }) => ({
  path: { kind: 'dispute', subject: (await disputedOrder(undefined, owner)).dispute },
});
const tomorrow = new Date(Date.now() + 106_200_000).toISOString().slice(0, 10);
type Needs = (owner: { token: string } | undefined, who: Staff) => Promise<{ path?: object; body?: object }>;

/** Each operation's log entry, if any, and what a call needs besides the contract's example. */
const cases: Record<string, [logged: string | undefined, needs?: Needs]> = {
  getDeskAccess: [undefined],
  logInToDesk: ['log in', async (_, who) => ({ body: await who.answer() })],
  confirmPasskey: ['confirm passkey', async (_, who) => ({ body: await who.answer() })],
  listDeskCases: ['list open cases'],
  waitDeskCase: [
    'disp_',
    async (owner) => ({ ...(await disputeCase(owner)), body: { reason: 'Answered', revision: 1, until: tomorrow } }),
  ],
  finishDeskCase: ['finish disp_', disputeCase],
  getDeskFigures: [undefined],
  getDeskHealth: [undefined],
  listDeskOrders: ['list orders'],
  findDeskOrders: ['find orders by '],
  exportDeskOrders: ['export orders'],
  askDeskProvider: ['ask Razorpay about ', async (owner) => ({ body: { id: (await paidOrder(owner)).id } })],
  getDeskOrder: ['show order', async (owner) => ({ path: await paidOrder(owner) })],
  checkDeskOrder: ['check', async (owner) => ({ path: await paidOrder(owner) })],
  refundDeskOrder: [
    'refund',
    async (owner) => {
      const { id, paymentId } = await paidOrder(owner);
      const example = exampleOf(ofDesk.find((each) => each.id === 'refundDeskOrder')?.body);
      return { path: { id }, body: { ...example, paymentId } };
    },
  ],
  closeDeskDispute: ['close dispute', async (owner) => ({ path: await disputedOrder('won', owner) })],
  findDeskPeople: ['find people'],
  getDeskPerson: ['show person', async () => ({ path: { id: await newPersonId() } })],
  endDeskSessions: ['end sessions', async () => ({ path: { id: await newPersonId() } })],
  resendDeskMail: ['resend receipt', async (owner) => ({ body: { orderId: (await paidOrder(owner)).id } })],
  listDeskStaff: ['list staff'],
  listDeskLog: ['list log'],
  listDeskSettlements: [undefined, fillBooks],
  getDeskSettlement: ['show settlement setl_1', async () => ({ ...(await fillBooks()), path: { id: 'setl_1' } })],
  getDeskMonth: [undefined, fillBooks],
  closeDeskMonth: ['close month 2020-01', async () => ({ ...(await fillBooks()), path: { month: '2020-01' } })],
  exportDeskBooks: [`export journal of ${thisMonth}`, fillBooks],
};

/** The policy's answer to each role for someone else's order and for the caller's own. */
const all = { support: 'yes', finance: 'yes', own: 'yes' };
const financeOnly = { support: 'role_needed', finance: 'yes', own: 'yes' };
const neverOwn = { ...financeOnly, own: 'own_order' };
const policy: Record<string, typeof all> = {
  ...Object.fromEntries(Object.keys(cases).map((id) => [id, all])),
  listDeskSettlements: financeOnly,
  getDeskSettlement: financeOnly,
  getDeskMonth: financeOnly,
  exportDeskBooks: financeOnly,
  closeDeskMonth: financeOnly,
  waitDeskCase: neverOwn,
  finishDeskCase: neverOwn,
  refundDeskOrder: neverOwn,
  closeDeskDispute: neverOwn,
};

const filled = (path: string, values: object) =>
  path.replace(/\{(\w+)\}/g, (_, name) => String({ month: thisMonth, name: 'journal', ...values }[name as 'name']));

const isForFinance = ({ id }: Operation) => policy[id]?.support === 'role_needed';
const exampleOf = (schema?: Schema) => (schema?.examples as object[] | undefined)?.[0];

async function validCall({ id, path, body }: Operation, who: Staff, owner?: { token: string }): Promise<Call> {
  const needs = await cases[id]?.[1]?.(owner, who);
  return { path: filled(path, needs?.path ?? {}), body: needs?.body ?? exampleOf(body), token: who.token };
}

function send({ method }: Operation, { path, body, query = {}, token }: Call) {
  const request = supertest(desk.product.url)
    [method](`/api${path}`)
    .query(query)
    .set('authorization', `Bearer ${token}`);
  return body ? request.send(body) : request;
}

/** Calls the operation, and compares its reply with the contract. @param code of the failure that the call provokes */
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

/** Changes a call so that it fails with this code. */
const failures: Record<
  string,
  (call: Call, operation: Operation, who: Staff) => Partial<Call> | Promise<Partial<Call>>
> = {
  not_found: async (_, { id }) =>
    id === 'logInToDesk' ? { body: await (await desk.colleague()).answer() } : { token: finance.siteToken },
  token_invalid: (_, __, who) => ({ token: who.ended }),
  passkey_needed: (_, __, who) => ({ token: desk.aged(who.token, 61) }),
  role_needed: () => ({ token: unknown.token }),
  own_order: async (_, operation, who) => validCall(operation, who, { token: who.siteToken }),
  invalid_input: (_, { body, path }) => {
    if (body) return { body: { unknown: 1 } };
    return path.includes('{')
      ? { path: filled(path, { id: 'short', month: '2026-13' }) }
      : { query: { limit: 0, state: 'none', status: 'NONE' } };
  },
  settlement_not_found: (_, { path }) => ({ path: filled(path, { id: 'setl_none' }) }),
  month_not_found: (_, { path }) => ({ path: filled(path, { month: '2019-12' }) }),
  month_closed: () => ({}),
  month_not_ready: (_, { path }) => ({ path: filled(path, { month: thisMonth }) }),
  month_unexplained: async () => {
    await query(`INSERT INTO cases (kind, subject, day, paise, detail)
      VALUES ('settlement', 'setl_1', '2020-01-15', 1, 'It is off')`);
    return {};
  },
  passkey_refused: async (call, { id }) => {
    if (id === 'confirmPasskey') return { body: await finance.answer() };
    await send(allOperations.find((each) => each.id === id) as Operation, call);
    return {};
  },
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
  dispute_forbids: async ({ body }, { path }) => {
    const { id, paymentId } = await disputedOrder();
    return { path: filled(path, { id }), body: { ...body, paymentId } };
  },
  no_open_dispute: async (_, { path }) => ({ path: filled(path, await paidOrder()) }),
  dispute_awaits_decision: async (_, { path }) => ({ path: filled(path, await disputedOrder()) }),
  provider_refused: async () => {
    await fault('refundPayment', 400);
    return {};
  },
  provider_unavailable: async () => {
    for (const each of ['fetchOrderPayments', 'fetchPayment', 'fetchOrder']) await fault(each, 500);
    return {};
  },
};
/** Failures that every operation shares. */
const general = ['unavailable', 'unexpected', 'too_many_requests', 'busy'];

const ofDesk = allOperations.filter(({ isDesk }) => isDesk);

/** The newest entry of a staff member in the log. */
const newestEntry = async ({ email }: Staff) => {
  const [entry] = await query(
    `SELECT action, outcome, user_id IS NOT NULL AS "isKnown", subject_id AS subject FROM audit_log LEFT JOIN audit_outcomes USING (id)
     WHERE operator = $1 ORDER BY audit_log.at DESC LIMIT 1`,
    [email],
  );
  return entry;
};

test.each(ofDesk)('$id: failures change nothing, and the log has its outcome', async (operation) => {
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
  const afterwards = ['month_closed', ...(operation.id === 'logInToDesk' ? ['passkey_refused'] : [])];
  for (const code of codes) if (!afterwards.includes(code)) await provoke(code);
  if (codes.includes('role_needed'))
    expect(await newestEntry(unknown)).toEqual({
      ...{ action: operation.id, outcome: 'role_needed', isKnown: true },
      subject: operation.path.startsWith('/desk/orders/{id}') ? expect.any(String) : null,
    });
  expect(await misfitsOf(operation, call)).toEqual([]);
  const [action] = cases[operation.id] ?? [];
  const isRead = operation.method === 'get' || action?.startsWith('find');
  if (action)
    expect(await newestEntry(who)).toMatchObject({
      action: expect.stringMatching(`^${action}`),
      outcome: isRead ? null : expect.stringMatching('^(done|processed|known)$'),
      isKnown: true,
    });
  for (const code of codes) if (afterwards.includes(code)) await provoke(code);
});

test('each operation is open to its roles alone, money never for the own order, and nothing for an unknown role', async () => {
  for (const operation of ofDesk.filter(({ id }) => id !== 'logInToDesk')) {
    const answer = async (call: Call, { token }: Staff) => {
      const { body } = await send(operation, { ...call, token });
      return ['role_needed', 'own_order'].includes(body?.code) ? body.code : 'yes';
    };
    const call = await validCall(operation, finance);
    expect({
      id: operation.id,
      unknown: await answer(call, unknown),
      support: await answer(call, support),
      finance: await answer(call, finance),
      own: await answer(await validCall(operation, finance, { token: finance.siteToken }), finance),
    }).toEqual({ id: operation.id, ...policy[operation.id], unknown: 'role_needed' });
  }
  const operationsOf = async ({ token }: Staff) => (await desk.api.get('/desk/access', token)).body.operations;
  const allowed = (role: 'support' | 'finance') =>
    ofDesk.map(({ id }) => id).filter((id) => id !== 'logInToDesk' && policy[id]?.[role] === 'yes');
  expect(await operationsOf(support)).toEqual(allowed('support'));
  expect(await operationsOf(finance)).toEqual(allowed('finance'));
});

const unreadable = [
  ['text/plain', 'hello'],
  ['application/x-www-form-urlencoded', 'a=1'],
  ['application/json', '{"broken"'],
  ['application/json', `"${'x'.repeat(20_000)}"`],
  ['application/json', '{"__proto__": {}}'],
] as const;

test('staff get one answer to a body that cannot be read', async () => {
  for (const operation of ofDesk.filter(({ method, body }) => method !== 'get' && body)) {
    const who = isForFinance(operation) ? finance : support;
    const { path } = await validCall(operation, who);
    const authorization = `Bearer ${await who.logIn()}`;
    for (const [type, body] of unreadable) {
      const headers = { authorization, 'content-type': type };
      const reply = await fetch(`${desk.product.url}/api${path}`, { method: operation.method, headers, body });
      const { code } = (await reply.json()) as { code: string };
      expect([operation.id, body, reply.status, code]).toEqual([operation.id, body, 400, 'invalid_input']);
    }
  }
});
