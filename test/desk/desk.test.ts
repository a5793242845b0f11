import { sign } from 'jsonwebtoken';
import type { Row } from '../support/database';
import { eventually } from '../support/eventually';
import { startDesk, type TestDesk } from '../support/staff';

const secret = 'a secret that tests sign their own tokens with';

let desk: TestDesk;
let finance: Awaited<ReturnType<TestDesk['staff']>>;
let support: typeof finance;
let payer: { email: string; token: string };
beforeAll(async () => {
  desk = await startDesk({ JWT_SECRET: secret });
  [finance, support] = [await desk.staff('finance'), await desk.staff('support')];
  payer = await desk.api.newPerson();
});
afterAll(() => desk.product.close());

const get = (path: string, token = support.token) => desk.api.get(`/desk${path}`, token);
const post = (path: string, body?: object, token = support.token) => desk.api.post(`/desk${path}`, body, token);
const put = (path: string, body: object, token = finance.token) =>
  desk.api.agent.put(`/desk${path}`).set('authorization', `Bearer ${token}`).send(body);
const query = (sql: string, values: unknown[] = []) => desk.product.database.query<Row>(sql, values);
const control = <T = unknown>(method: string, path: string, body?: unknown) =>
  desk.product.sandbox.control<T>(method, path, body);

async function paidOrder(how?: object) {
  const id = await desk.api.newOrder();
  const checkout = await desk.api.pay(id, { method: 'card', outcome: 'captured', ...how });
  await desk.api.verifyPayment(checkout, payer.token).expect(200);
  return { id, paymentId: checkout.razorpay_payment_id };
}
const found = async (text: string) => {
  const { body } = await post('/orders/search', { text }).expect(200);
  return [body.kind, body.items.map(({ id }: { id: string }) => id)];
};
const refund = (id: string, body: object = {}, token = finance.token) =>
  post(`/orders/${id}/refund`, { refundablePaise: 15_000, reason: 'Bought twice', ...body }, token);

const refundsOf = async (payment: string) => {
  const { refunds } = await control<{ refunds: { id: string; payment_id: string }[] }>('GET', '/state');
  return refunds.filter((each) => each.payment_id === payment);
};
/** No answer to a refund reaches us, and no event. */
async function loseAnswers() {
  await control('PUT', '/webhooks', { mode: 'off' });
  await control('POST', '/faults', {
    match: { operation: 'refundPayment' },
    times: 9,
    do: { kind: 'drop', when: 'after' },
  });
}

/** An order that was paid twice: the second payment is not returned by itself, because the provider refuses. */
async function paidTwice() {
  const first = await paidOrder();
  const refusal = { match: { operation: 'refundPayment' }, times: 99, do: { kind: 'status', status: 400 } };
  const [fault] = await control<{ id: string }[]>('POST', '/faults', refusal);
  await desk.api.pay(first.id);
  // It is tried twice.
  await control('GET', `/faults/${fault?.id}/hit?count=2&timeoutMs=60000`);
  await eventually(async () => {
    expect((await get(`/orders/${first.id}`).expect(200)).body.money.refundablePaise).toBe(30_000);
  });
  await control('DELETE', '/faults');
  return first;
}

/** A token as ours, of a log-in with a passkey so many minutes ago. */
function aged(token: string, minutes: number) {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return sign({ ...claims, auth_time: claims.auth_time - minutes * 60 }, secret);
}

describe('who may use the desk', () => {
  test('to everybody without a role, whatever they send, the desk is an unknown address', async () => {
    const calls = (path: string, token?: string) => [
      desk.api.get(path, token),
      desk.api.post(path, {}, token),
      desk.api.post(path, { text: 1, more: true }, token),
      ...(['put', 'patch', 'delete'] as const).flatMap((method) => [
        desk.api.agent[method](path).set('authorization', `Bearer ${token}`),
        desk.api.agent[method](path).set('content-type', 'application/json').send('{"text":'),
        desk.api.agent[method](path).send('x'.repeat(17_000)).set('content-type', 'text/plain'),
      ]),
      desk.api.agent.post(path).set('content-type', 'application/json').send('{"text":'),
      desk.api.agent.post(path).send('x'.repeat(17_000)).set('content-type', 'text/plain'),
    ];
    const answersOf = async (path: string, token?: string) => {
      const replies = await Promise.all(calls(path, token));
      return replies.map(({ status, headers, body }) => {
        const { requestId, ...rest } = body;
        const { date, 'request-id': _, ...others } = headers;
        return { status, rest, others };
      });
    };
    const stranger = await desk.colleague();
    for (const token of [undefined, 'not.a.token', payer.token, await stranger.logIn()]) {
      const unknown = await answersOf('/desk/nothing', token);
      for (const path of ['/desk/items', '/desk/orders/search', '/desk/passkey', '/desk/people/x/sessions'])
        expect([path, await answersOf(path, token)]).toEqual([path, unknown]);
    }
  });

  test('staff need a passkey of the last hour, and of the last five minutes for money', async () => {
    expect((await get('/access', finance.token).expect(200)).body).toMatchObject({
      role: 'finance',
      email: finance.email,
    });
    const { id } = await paidOrder();
    for (const token of [finance.byPassword, aged(finance.token, 61)]) {
      const { body, headers } = await get('/items', token).expect(401);
      expect([body.code, headers['www-authenticate']]).toEqual([
        'passkey_needed',
        'Bearer error="insufficient_user_authentication", max_age=3600',
      ]);
    }
    await get('/items', aged(finance.token, 58)).expect(200);
    const refused = await refund(id, {}, aged(finance.token, 6)).expect(401);
    expect(refused.body.code).toBe('passkey_needed');
    const { body } = await post('/passkey', await finance.answer(), aged(finance.token, 200)).expect(200);
    await refund(id, {}, body.token).expect(200);
    const { body: foreign } = await post('/passkey', await support.answer(), finance.token).expect(403);
    expect(foreign.code).toBe('passkey_refused');
  });

  test('a token that has ended is told to its owner, and a revoked role ends at the next call', async () => {
    const leaver = await desk.staff('support');
    const { exp, ...claims } = JSON.parse(Buffer.from(leaver.token.split('.')[1] ?? '', 'base64url').toString());
    const expired = sign({ ...claims, exp: claims.iat - 60, iat: claims.iat - 120 }, secret);
    expect((await get('/items', expired).expect(401)).body.code).toBe('token_invalid');
    await get('/items', leaver.token).expect(200);
    expect(await desk.people('revoke', leaver.email, '--as', 'chief')).toMatchObject({ status: 0 });
    await get('/items', leaver.token).expect(404);
    await get('/items', expired).expect(404);
    await eventually(async () => void (await desk.api.mail(leaver.email, /no longer staff/)));
  });

  test('support cannot do what is for finance', async () => {
    const { id } = await paidOrder();
    expect((await refund(id, {}, support.token).expect(403)).body.code).toBe('role_needed');
    await put(`/orders/${id}/disputes`, { reason: 'Settled' }, support.token).expect(403);
    await put(`/items/review/${id}/dismissal`, { reason: 'Settled' }, support.token).expect(403);
    expect((await get(`/orders/${id}`).expect(200)).body.actions).toEqual(['checkDeskOrder', 'resendReceipt']);
  });

  test('a role needs a password account with a confirmed address, and the right account', async () => {
    expect(await desk.people('grant', payer.email, 'support')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('Staff need a password and a confirmed address'),
    });
    const unknown = await desk.people('grant', 'unknown@lab.example', 'support');
    expect([unknown.status, unknown.stderr]).toEqual([1, 'There is no such person. (id unknown@lab.example)\n']);
    expect((await desk.people('grant', finance.email, 'owner')).status).toBe(1);
    expect(await desk.people('revoke', payer.email)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('no role'),
    });
  });
});

test('an order is found by whatever a payer or a bank quotes', async () => {
  const card = await paidOrder({ last4: '4242' });
  const upi = await paidOrder({ method: 'upi', vpa: 'Asha@okbank' });
  const { body: order } = await get(`/orders/${upi.id}`).expect(200);
  const [{ references }] = order.payments;
  const [day] = (await query("SELECT to_char(now() AT TIME ZONE 'Asia/Kolkata', 'DD/MM/YYYY') AS day")) as [
    { day: string },
  ];
  const { receiptNumber } = order;
  for (const [text, kind, ids] of [
    [upi.id, 'order', [upi.id]],
    [upi.paymentId, 'payment', [upi.id]],
    [receiptNumber, 'receipt', [upi.id]],
    [references.rrn, 'bank_reference', [upi.id]],
    [` \u200f${references.rrn}\u202c `, 'bank_reference', [upi.id]],
    ['ASHA@okbank', 'upi_address', [upi.id]],
    ['•••• 4242', 'card', [card.id]],
    [payer.email.toUpperCase(), 'email', expect.arrayContaining([card.id, upi.id])],
    [`₹150 on ${day.day}`, 'amount', expect.arrayContaining([card.id, upi.id])],
    [`${day.day} 151.00`, 'amount', []],
    ['order_unknown', 'order', []],
    ["'; DROP TABLE orders; --", null, []],
    ['\u0000\ud800 \u202e%', null, []],
    ['150 31/02/2026', null, []],
  ])
    expect([text, await found(text)]).toEqual([text, [kind, ids]]);
  expect((await post('/orders/search', { text: 'x'.repeat(10_000) }).expect(400)).body.code).toBe('invalid_input');
  const log = await query("SELECT action, hits FROM audit_log WHERE action = 'find orders by card'");
  expect(log).toEqual([{ action: 'find orders by card', hits: 1 }]);
  expect(JSON.stringify(await query('SELECT * FROM audit_log'))).not.toContain('4242');
});

test('lists show Indian days, page by page', async () => {
  const { id } = await paidOrder();
  await query(`ALTER TABLE orders DISABLE TRIGGER USER`);
  await query(`UPDATE orders SET created_at = '2026-01-14T18:30:00Z' WHERE provider_order_id = $1`, [id]);
  const [other] = await query(
    `UPDATE orders SET created_at = '2026-01-15T18:29:59Z' WHERE id = (SELECT id FROM orders WHERE created_at > '2026-02-01' LIMIT 1) RETURNING provider_order_id AS id`,
  );
  await query(`ALTER TABLE orders ENABLE TRIGGER USER`);
  const day = '/orders?from=2026-01-15&until=2026-01-15';
  const { body: first } = await get(`${day}&limit=1`).expect(200);
  const { body: second } = await get(`${day}&limit=1&cursor=${first.nextCursor}`).expect(200);
  expect([...first.items, ...second.items].map((each) => each.id)).toEqual([other?.id, id]);
  expect(second.nextCursor).toBeNull();
  for (const each of ['from=2026-01-16&until=2026-01-15', 'until=2026-01-14', 'until=2026-01-15&status=REVIEW'])
    expect((await get(`/orders?${each}`).expect(200)).body.items).toEqual([]);
  await get('/orders?from=2026-13-01').expect(400);
  await get('/orders?cursor=019ab3c0-7c1e-7000-8000-3f1d5b0a9e10').expect(400);
});

describe('a refund', () => {
  const mended = 'ALTER TABLE refunds DROP CONSTRAINT IF EXISTS broken';
  afterEach(async () => {
    await query(mended);
    await control('DELETE', '/faults');
    await control('PUT', '/webhooks', { mode: 'on' });
    await control('PUT', '/account', { refundOutcome: 'processed' });
  });

  test('returns what the page showed, and is told to payer, log and timeline', async () => {
    const { id } = await paidOrder();
    const { body } = await refund(id).expect(200);
    expect(body).toMatchObject({
      refundStatus: 'processed',
      order: { status: 'REFUNDED', money: { refundablePaise: 0 } },
    });
    expect(body.order.actions).toEqual(['checkDeskOrder', 'resendReceipt']);
    expect(body.order.timeline).toContainEqual(
      expect.objectContaining({ kind: 'staff', state: 'refund', detail: 'Bought twice', by: finance.email }),
    );
    await desk.api.mail(payer.email, /was refunded/);
    await eventually(async () => {
      const { timeline } = (await get(`/orders/${id}`).expect(200)).body;
      expect(timeline).toContainEqual(expect.objectContaining({ kind: 'mail', state: 'sent', detail: 'REFUNDED' }));
    });
    const { body: log } = await get(`/log?order=${id}&kind=action`, finance.token).expect(200);
    expect(log.items).toMatchObject([{ staff: finance.email, action: 'refund', orderId: id, reason: 'Bought twice' }]);
  });

  test('of two at the same moment is made once, and the other one is told what is', async () => {
    const { id } = await paidOrder();
    const replies = await Promise.all([refund(id), refund(id), refund(id)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const refused = replies.find(({ status }) => status === 409)?.body;
    expect([refused.code, refused.order.id]).toEqual(['refund_changed', id]);
    const late = await refund(id).expect(409);
    expect(late.body).toMatchObject({
      code: 'refund_changed',
      order: { status: 'REFUNDED', money: { refundablePaise: 0 } },
    });
    expect(await refundsOf(late.body.order.payments[0].id)).toHaveLength(1);
  });

  test('whose answer is lost is not known yet, and later is', async () => {
    const { id } = await paidOrder();
    await loseAnswers();
    const { body } = await refund(id).expect(200);
    expect(body).toMatchObject({ refundStatus: 'unknown', order: { isRefunding: true } });
    await control('DELETE', '/faults');
    const { body: reloaded } = await get(`/orders/${id}`, finance.token).expect(200);
    expect(reloaded).toMatchObject({ isRefunding: true, actions: ['checkDeskOrder', 'resendReceipt'] });
    expect((await refund(id).expect(409)).body.code).toBe('refund_changed');
    // A check that fails finds nothing out, however long it takes.
    await query(`UPDATE job_leases SET until = until - interval '5 minutes' WHERE name LIKE 'refund %'`);
    await control('POST', '/faults', { match: { operation: 'fetchOrderPayments' }, times: 9, do: { kind: 'drop' } });
    await post(`/orders/${id}/check`).expect(503);
    await control('DELETE', '/faults');
    expect((await get(`/orders/${id}`)).body.isRefunding).toBe(true);
    const { body: order } = await post(`/orders/${id}/check`).expect(200);
    await control('PUT', '/webhooks', { mode: 'on' });
    expect(order).toMatchObject({ isRefunding: false, status: 'REFUNDED', money: { refundablePaise: 0 } });
    expect(await refundsOf(order.payments[0].id)).toHaveLength(1);
  });

  test('whose process died is not known, whatever was checked before, until the order is checked', async () => {
    const { id } = await paidOrder();
    await loseAnswers();
    expect((await refund(id).expect(200)).body.refundStatus).toBe('unknown');
    await control('DELETE', '/faults');
    await query(`UPDATE job_leases SET owner = 'dead', until = now() - interval '1 minute' WHERE name LIKE 'refund %'`);
    await query(`UPDATE orders SET next_check_at = now() + interval '1 hour' WHERE provider_order_id = $1`, [id]);
    expect((await get(`/orders/${id}`)).body.isRefunding).toBe(true);
    expect((await refund(id).expect(409)).body).toMatchObject({ code: 'refund_changed', order: { isRefunding: true } });
    const { body: order } = await post(`/orders/${id}/check`).expect(200);
    expect(order).toMatchObject({ isRefunding: false, status: 'REFUNDED' });
  });

  test('that was made and could not be written down is not known, until the order is checked', async () => {
    const { id } = await paidOrder();
    await control('PUT', '/webhooks', { mode: 'off' });
    await query('ALTER TABLE refunds ADD CONSTRAINT broken CHECK (false) NOT VALID');
    const { body } = await refund(id).expect(200);
    expect(body).toMatchObject({ refundStatus: 'unknown', order: { isRefunding: true } });
    await query(mended);
    const { body: order } = await post(`/orders/${id}/check`).expect(200);
    expect(order).toMatchObject({ isRefunding: false, status: 'REFUNDED' });
  });

  test('of a whole order leaves alone what the books say is returned', async () => {
    const { id, paymentId } = await paidTwice();
    await refund(id, { paymentId }).expect(200);
    await control('PUT', '/webhooks', { mode: 'off' });
    await control('POST', `/refunds/${(await refundsOf(paymentId))[0]?.id}/fail`);
    expect((await refund(id).expect(200)).body.refundStatus).toBe('processed');
    expect(await refundsOf(paymentId)).toHaveLength(1);
  });

  test('of two payments whose second one could not be sent is answered with the first', async () => {
    const { id } = await paidTwice();
    await control('PUT', '/webhooks', { mode: 'off' });
    await control('POST', '/faults', { match: { operation: 'fetchPayment' }, skip: 2, times: 9, do: { kind: 'drop' } });
    const { body } = await refund(id, { refundablePaise: 30_000 }).expect(200);
    expect(body).toMatchObject({ refundStatus: 'processed', order: { money: { refundablePaise: 15_000 } } });
  });

  test('that fails after an earlier one was dismissed needs a person again', async () => {
    const { id, paymentId } = await paidOrder();
    const items = async () =>
      (await get('/items').expect(200)).body.items.filter(({ subject }: { subject: string }) => subject === paymentId);
    await control('PUT', '/account', { refundOutcome: 'failed' });
    expect((await refund(id).expect(200)).body.refundStatus).toBe('failed');
    await control('PUT', '/account', { refundOutcome: 'processed' });
    await query('UPDATE open_items SET mailed_at = now() WHERE subject = $1', [paymentId]);
    await put(`/items/refund/${paymentId}/dismissal`, { reason: 'The payer was called' }).expect(204);
    expect(await items()).toEqual([]);
    expect((await refund(id).expect(200)).body.refundStatus).toBe('processed');
    await control('POST', `/refunds/${(await refundsOf(paymentId)).at(-1)?.id}/fail`);
    await eventually(async () => expect(await items()).toMatchObject([{ kind: 'refund' }]));
    // What alerts read.
    expect(await query('SELECT mailed_at, dismissal_reason FROM open_items WHERE subject = $1', [paymentId])).toEqual([
      { mailed_at: null, dismissal_reason: null },
    ]);
  });

  test('is a next step only while there is something to refund, and no refund is being made', async () => {
    const id = await desk.api.newOrder();
    await desk.api.verifyPayment(await desk.api.pay(id, { method: 'card', amount: 14_000 }), payer.token);
    const steps = async () => {
      const { items } = (await get('/items', finance.token).expect(200)).body;
      return items.find((item: { orderId: string }) => item.orderId === id).steps;
    };
    expect(await steps()).toEqual(['refundDeskOrder', 'dismissDeskItem', 'checkDeskOrder']);
    await control('PUT', '/account', { refundOutcome: 'pending' });
    await loseAnswers();
    const { body } = await refund(id, { refundablePaise: 14_000 }).expect(200);
    expect(body).toMatchObject({ refundStatus: 'unknown', order: { status: 'REVIEW', isRefunding: true } });
    expect(await steps()).toEqual(['dismissDeskItem', 'checkDeskOrder']);
    await control('DELETE', '/faults');
    const { body: order } = await post(`/orders/${id}/check`).expect(200);
    expect(order).toMatchObject({ status: 'REVIEW', isRefunding: false, money: { refundablePaise: 0 } });
    expect(await steps()).toEqual(['dismissDeskItem', 'checkDeskOrder']);
  });

  test('that was never sent can be made again', async () => {
    const { id } = await paidOrder();
    await control('POST', '/faults', { match: { operation: 'fetchPayment' }, times: 9, do: { kind: 'drop' } });
    expect((await refund(id).expect(503)).body.code).toBe('provider_unavailable');
    await control('DELETE', '/faults');
    expect((await refund(id).expect(200)).body.refundStatus).toBe('processed');
  });

  test('needs a reason in words, and one that is refused is in the log', async () => {
    const { id } = await paidOrder();
    for (const reason of ['   ', '\u202e\u0000\ud800 a'])
      expect((await refund(id, { reason }).expect(400)).body.errors).toMatchObject([{ path: '/reason' }]);
    await refund(id, { reason: 'Asked\u0000by\u202email', refundablePaise: 1 }).expect(409);
    await refund(id, {}, support.token).expect(403);
    const { items } = (await get(`/log?order=${id}`).expect(200)).body;
    expect(items[0]).toMatchObject({ action: 'refund refused', reason: 'Asked by mail' });
    const [newest] = (await get(`/log?staff=${support.email}&kind=read&limit=2`).expect(200)).body.items.slice(1);
    expect(newest).toMatchObject({ action: 'refundDeskOrder refused to support' });
  });

  test('that the provider refuses says why, in the provider’s own words', async () => {
    const { id } = await paidOrder();
    const description = 'Your account does not have enough balance to carry out the refund operation.';
    const body = { error: { code: 'BAD_REQUEST_ERROR', description } };
    const status = { kind: 'status', status: 400, body };
    await control('POST', '/faults', { match: { operation: 'refundPayment' }, times: 9, do: status });
    const refused = await refund(id).expect(502);
    expect(refused.body).toMatchObject({
      code: 'provider_refused',
      title: `The payment provider refused: ${description}`,
    });
    await control('DELETE', '/faults');
    await refund(id).expect(200);
  });

  test('of nothing, or of a disputed payment is refused', async () => {
    const unpaid = await desk.api.newOrder();
    expect((await refund(unpaid).expect(409)).body.code).toBe('nothing_captured');
    expect((await refund('order_00000000000000').expect(404)).body.code).toBe('order_not_found');
    const { id, paymentId } = await paidOrder();
    await control('POST', `/payments/${paymentId}/dispute`);
    await eventually(async () => {
      expect((await get(`/orders/${id}`).expect(200)).body.disputed).toBe(true);
    });
    expect((await refund(id).expect(409)).body).toMatchObject({ code: 'dispute_forbids', order: { disputed: true } });
    const close = await put(`/orders/${id}/disputes`, { reason: 'Settled' }).expect(409);
    expect(close.body.code).toBe('dispute_awaits_decision');
    const items = (await get('/items', finance.token).expect(200)).body.items;
    expect(items).toContainEqual(
      expect.objectContaining({ kind: 'dispute', orderId: id, respondBy: expect.any(String) }),
    );
    const { subject } = items.find((item: { orderId: string }) => item.orderId === id);
    await put(`/items/dispute/${subject}/dismissal`, { reason: 'With the bank' }).expect(204);
    expect((await get('/items').expect(200)).body.items).not.toContainEqual(expect.objectContaining({ subject }));
    expect((await put('/items/review/order_none/dismissal', { reason: 'None' }).expect(404)).body.code).toBe(
      'item_not_found',
    );
  });
});

test('figures count what the list of the day has, and health tells what is wrong', async () => {
  const { id } = await paidOrder();
  const { days, timeZone } = (await get('/figures').expect(200)).body;
  expect([days.length, timeZone]).toEqual([30, 'Asia/Kolkata']);
  const [today] = days.slice(-1);
  let listed = 0;
  for (let cursor = '', page = 0; page < 20; page += 1) {
    const { body } = await get(`/orders?from=${today.day}&until=${today.day}&limit=50${cursor}`).expect(200);
    listed += body.items.length;
    if (!body.nextCursor) break;
    cursor = `&cursor=${body.nextCursor}`;
  }
  expect(today).toMatchObject({ orders: listed, paid: expect.any(Number) });
  expect(today.paid).toBeGreaterThan(0);
  await control('POST', '/faults', {
    match: { operation: 'listOrders' },
    times: 9,
    do: { kind: 'status', status: 500 },
  });
  const { body: health } = await get('/health').expect(200);
  expect(health).toMatchObject({ provider: { reachable: false }, outbox: { waiting: expect.any(Number) } });
  await get(`/orders/${id}`).expect(200);
  await control('DELETE', '/faults');
  expect((await get('/health').expect(200)).body.provider.reachable).toBe(true);
});

test('a person is found by address, logged out everywhere, and gets mails again', async () => {
  const person = await desk.api.newPerson();
  const { body } = await post('/people/search', { text: person.email.toUpperCase() }).expect(200);
  const [{ id }] = body.items;
  const { body: shown } = await get(`/people/${id}`).expect(200);
  expect(shown).toMatchObject({ signIns: [{ way: 'password' }], actions: ['endDeskSessions', 'resendConfirmation'] });
  const { message } = (await post('/mails', { personId: id }).expect(202)).body;
  expect(message).toContain('unless one was sent within the last ten minutes');
  await desk.api.agent
    .delete(`/desk/people/${id}/sessions`)
    .set('authorization', `Bearer ${support.token}`)
    .expect(204);
  await desk.api.me(person.token).expect(401);
  const order = await paidOrder();
  await post('/mails', { orderId: order.id }).expect(202);
  expect((await post('/mails', { orderId: await desk.api.newOrder() }).expect(409)).body.code).toBe(
    'mail_not_possible',
  );
  expect(JSON.stringify(shown)).not.toMatch(/hash/i);
  expect((await get('/people/019ab3c0-7c1e-7000-8000-3f1d5b0a9e10').expect(404)).body.code).toBe('person_not_found');
});

test('a receipt that is sent again names each refund that has not failed', async () => {
  const { id, paymentId } = await paidOrder();
  for (const step of ['process', 'fail', 'process']) {
    await control('PUT', '/account', { refundOutcome: 'pending' });
    const made = await control<{ id: string }>('POST', `/payments/${paymentId}/refund`, { amount: 5_000 });
    await control('POST', `/refunds/${made.id}/${step}`);
  }
  await control('PUT', '/account', { refundOutcome: 'processed' });
  await control('POST', '/webhooks/flush');
  await post(`/orders/${id}/check`).expect(200);
  const receipts = async () =>
    (await desk.api.mails(payer.email, 0)).filter(({ text }) => /Receipt/.test(text) && text.includes(id));
  await post('/mails', { orderId: id }).expect(202);
  await eventually(async () => {
    const text = (await receipts()).find(({ text }) => /have received your payment, and/.test(text))?.text ?? '';
    expect(text).toContain('We have received your payment, and have refunded ₹100.00 of it.');
    expect(text.match(/^Refund( \d)?:.*$/gm)).toEqual(['Refund 1: ₹50.00', 'Refund 2: ₹50.00']);
  });
});

test('hostile input finds nothing, or gets a sentence', async () => {
  const texts = ['\u0000', "'; --", '%', '\ufffe\u202e', '..', 'x'.repeat(300)];
  const calls = texts
    .map(encodeURIComponent)
    .flatMap((text) => [
      ...[`log?staff=${text}`, `orders/${text}`, `people/${text}`, `orders?cursor=${text}`, `log?order=${text}`].map(
        (path) => () => get(`/${path}`),
      ),
      () => put(`/items/review/${text}/dismissal`, { reason: 'None' }),
    ]);
  const searches = [...texts, '\ud800', `${'\u202e'.repeat(50)}@lab.example`].flatMap((text) =>
    ['/people/search', '/orders/search'].map((path) => () => post(path, { text })),
  );
  for (const call of [...calls, ...searches]) {
    const { status, body } = await call();
    expect(status === 200 ? body.items : body.code).toEqual(
      status === 200 ? [] : expect.stringMatching(/^(invalid_input|malformed_request|\w*not_found)$/),
    );
  }
  await get('/orders?until=2026-02-31').expect(400);
});

test('an audit log that cannot be written stops the action, and its reads alone can be deleted, after 180 days', async () => {
  const { id } = await paidOrder();
  await query('ALTER TABLE audit_log RENAME TO audit_log_away');
  await refund(id).expect(500);
  await get(`/orders/${id}`).expect(500);
  await query('ALTER TABLE audit_log_away RENAME TO audit_log');
  expect((await get(`/orders/${id}`).expect(200)).body.money.refundedPaise).toBe(0);
  const reads = (await get(`/log?kind=read&order=${id}`).expect(200)).body.items;
  expect(reads).toMatchObject([{ staff: support.email, action: 'show order', address: expect.any(String) }]);
  const insert = (isRead: boolean, days: number) =>
    query(
      `INSERT INTO audit_log (id, operator, action, is_read, at)
       VALUES (gen_random_uuid(), 'old', 'x', $1, now() - $2::int * interval '1 day') RETURNING id`,
      [isRead, days],
    );
  const remove = async ([row]: Row[]) =>
    query('DELETE FROM audit_log WHERE id = $1', [row?.id]).then(
      () => 'deleted',
      () => 'kept',
    );
  expect([
    await remove(await insert(true, 181)),
    await remove(await insert(true, 179)),
    await remove(await insert(false, 181)),
  ]).toEqual(['deleted', 'kept', 'kept']);
  expect((await get('/log?staff=old').expect(200)).body.items).toHaveLength(2);
});

test('the end of an account ends its role, and keeps its name in the log', async () => {
  const leaver = await desk.staff('finance');
  await get('/items', leaver.token).expect(200);
  const { body } = await desk.api.get('/user/export', leaver.token).expect(200);
  expect(body.staffRole).toMatchObject({ role: 'finance' });
  await desk.api.post('/user/delete', { password: 'nine tall mango trees' }, leaver.token).expect(200);
  await get('/items', leaver.token).expect(404);
  expect((await get(`/log?staff=${leaver.email}`).expect(200)).body.items.length).toBeGreaterThan(0);
});
