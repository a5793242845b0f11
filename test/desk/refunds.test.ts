import supertest from 'supertest';
import { SANDBOX_CREDENTIALS } from '../../apps/sandbox/src/credentials';
import { basicAuth } from '../sandbox/partner';
import { eventually } from '../support/eventually';
import { useDesk } from './use-desk';

const { keyId, keySecret } = SANDBOX_CREDENTIALS;
const { desk, finance, support, payer, get, paidOrder, query, control } = useDesk();
const mended = 'ALTER TABLE refunds DROP CONSTRAINT IF EXISTS broken';
afterEach(async () => {
  await query(mended);
  await control('DELETE', '/faults');
  await control('PUT', '/webhooks', { mode: 'on' });
  await control('PUT', '/account', { refundOutcome: 'processed' });
});

const check = (id: string) => desk.api.post(`/desk/orders/${id}/check`, undefined, support.token);
const fault = (operation: string, action: object) =>
  control<{ id: string }[]>('POST', '/faults', { match: { operation }, times: 99, do: action });

type Paid = { id: string; paymentId: string };
const refund = ({ id, paymentId }: Paid, body: object = {}, token = finance.token) => {
  const shown = { amountPaise: 15_000, refundablePaise: 15_000, reason: 'Bought twice' };
  return desk.api.post(`/desk/orders/${id}/refund`, { paymentId, ...shown, ...body }, token);
};
const refundsOf = async (payment: string) => {
  const { refunds } = await control<{ refunds: { id: string; payment_id: string }[] }>('GET', '/state');
  return refunds.filter((each) => each.payment_id === payment);
};
const casesOf = async (id: string) => (await get(`/orders/${id}`, finance.token).expect(200)).body.needs;

test('a refund returns what the page showed, and payer, log and timeline have it', async () => {
  const order = await paidOrder();
  const { id } = order;
  await query(`INSERT INTO cases (kind, subject, order_id, day, paise, detail)
    SELECT 'line', '${id}', id, now(), 1, 'off' FROM orders WHERE provider_order_id = '${id}'`);
  expect((await get(`/orders/${id}`)).body.actions).toEqual(['checkDeskOrder', 'resendReceipt']);
  expect((await get(`/orders/${id}`, finance.token)).body.actions).toContain('refundDeskOrder');
  const { body } = await refund(order).expect(200);
  expect(body).toMatchObject({
    refundStatus: 'processed',
    order: { status: 'REFUNDED', money: { refundablePaise: 0 } },
  });
  expect(body.order.actions).not.toContain('refundDeskOrder');
  const action = `refund ₹150.00 of ${order.paymentId}`;
  expect(body.order.timeline).toContainEqual(
    expect.objectContaining({ kind: 'staff', state: action, detail: 'Bought twice', by: finance.email }),
  );
  await desk.api.mail(payer.email, /was refunded/);
  await eventually(async () => {
    const { timeline } = (await get(`/orders/${id}`).expect(200)).body;
    expect(timeline).toContainEqual(expect.objectContaining({ kind: 'mail', state: 'sent', detail: 'REFUNDED' }));
  });
  const { body: log } = await get(`/log?order=${id}&kind=action`, finance.token).expect(200);
  expect(log.items).toMatchObject([{ staff: finance.email, action, orderId: id, reason: 'Bought twice' }]);
  // An action on the order does not close a difference in the books.
  expect(await casesOf(id)).toMatchObject([{ kind: 'line' }]);
});

test('of several refunds at the same moment one is made, and the others are answered with the order', async () => {
  const order = await paidOrder();
  const replies = await Promise.all([refund(order), refund(order), refund(order)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const refused = replies.find(({ status }) => status === 409)?.body;
  expect([refused.code, refused.order.id]).toEqual(['refund_changed', order.id]);
  const late = await refund(order).expect(409);
  expect(late.body).toMatchObject({ code: 'refund_changed', order: { status: 'REFUNDED' } });
  expect(await refundsOf(order.paymentId)).toHaveLength(1);
});

test('a refund whose reply is lost is unknown until a check of the order succeeds, and is made once', async () => {
  const order = await paidOrder();
  const { id, paymentId } = order;
  // Neither the reply to the refund nor its event reaches us.
  await control('PUT', '/webhooks', { mode: 'off' });
  await fault('refundPayment', { kind: 'drop', when: 'after' });
  const { body } = await refund(order, { amountPaise: 4_000 }).expect(200);
  expect(body).toMatchObject({ refundStatus: 'unknown', order: { isRefunding: true } });
  await control('DELETE', '/faults');
  const { body: reloaded } = await get(`/orders/${id}`, finance.token).expect(200);
  expect(reloaded).toMatchObject({ isRefunding: true, actions: ['checkDeskOrder', 'resendReceipt'] });
  await fault('fetchOrderPayments', { kind: 'drop' });
  await check(id).expect(503);
  await control('DELETE', '/faults');
  const refused = await refund(order).expect(409);
  expect(refused.body).toMatchObject({ code: 'refund_changed', order: { isRefunding: true } });
  const checked = await check(id).expect(200);
  expect(checked.body).toMatchObject({ isRefunding: false, status: 'PAID', money: { refundablePaise: 11_000 } });
  expect(await refundsOf(paymentId)).toHaveLength(1);
});

test.each(['requested', 'sent'])(
  'a request that a dead process left as %s is carried out once by the next check',
  async (state) => {
    const order = await paidOrder();
    await control('PUT', '/webhooks', { mode: 'off' });
    const [request = {}] = await desk.product.database.query<Record<string, string>>(
      `INSERT INTO refund_requests (id, order_id, payment_id, amount_paise, idempotency_key, requested_by, reason, state)
     SELECT gen_random_uuid(), id, $2, 4000, gen_random_uuid(), 'a colleague', 'Asked', $3::text::"RefundRequestState"
     FROM orders WHERE provider_order_id = $1 RETURNING id, idempotency_key AS key`,
      [order.id, order.paymentId, state],
    );
    if (state === 'sent')
      await supertest(desk.product.sandbox.url)
        .post(`/v1/payments/${order.paymentId}/refund`)
        .set({ authorization: basicAuth(keyId, keySecret), 'x-refund-idempotency': request.key ?? '' })
        .send({ amount: 4_000, notes: { reason: 'operator', request_id: request.id } })
        .expect(200);
    expect((await check(order.id).expect(200)).body).toMatchObject({
      ...{ isRefunding: false, refundedPaise: 4_000 },
      timeline: expect.arrayContaining([expect.objectContaining({ kind: 'refund_request', state: 'accepted' })]),
    });
    await check(order.id).expect(200);
    expect(await refundsOf(order.paymentId)).toHaveLength(1);
  },
);

test('a request whose refund was never made is not repeated once a bank disputes the payment', async () => {
  const order = await paidOrder();
  await query(
    `INSERT INTO refund_requests (id, order_id, payment_id, amount_paise, idempotency_key, requested_by, reason, state, sent_at)
     SELECT gen_random_uuid(), id, $2, 15000, gen_random_uuid(), 'a colleague', 'Asked', 'unknown', now() - interval '1 hour'
     FROM orders WHERE provider_order_id = $1`,
    [order.id, order.paymentId],
  );
  await control('POST', `/payments/${order.paymentId}/dispute`);
  await eventually(async () => expect((await get(`/orders/${order.id}`).expect(200)).body.disputed).toBe(true));
  const { body } = await check(order.id).expect(200);
  expect(body).toMatchObject({ isRefunding: false, refundedPaise: 0 });
  const refused = { kind: 'refund_request', state: 'refused', detail: 'a bank disputes the payment' };
  expect(body.timeline).toContainEqual(expect.objectContaining(refused));
  expect(await refundsOf(order.paymentId)).toEqual([]);
});

test('a part that the bank sends back needs a person, whatever was refunded after it', async () => {
  const order = await paidOrder();
  await refund(order, { amountPaise: 4_000 }).expect(200);
  await refund(order, { amountPaise: 5_000, refundablePaise: 11_000 }).expect(200);
  await control('POST', `/refunds/${(await refundsOf(order.paymentId))[0]?.id}/fail`);
  await eventually(async () => expect(await casesOf(order.id)).toMatchObject([{ kind: 'refund' }]));
});

test('a payment is refunded in parts until everything is returned, and never more', async () => {
  const order = await paidOrder();
  const part = (amountPaise: number, refundablePaise: number) => refund(order, { amountPaise, refundablePaise });
  const first = await part(4_000, 15_000).expect(200);
  expect(first.body.order).toMatchObject({ status: 'PAID', refundedPaise: 4_000, refundStatus: 'processed' });
  await part(15_000, 11_000).expect(409);
  await part(10_950, 11_000).expect(400);
  // Refunds from two pages and from the provider's dashboard meet.
  await control('POST', `/payments/${order.paymentId}/refund`, { amount: 5_000 });
  const together = await Promise.all([part(7_000, 11_000), part(7_000, 11_000), part(7_000, 6_000)]);
  expect(together.map(({ status }) => status).filter((status) => status === 200)).toEqual([]);
  await eventually(async () => expect((await get(`/orders/${order.id}`)).body.money.refundablePaise).toBe(6_000));
  const last = await part(6_000, 6_000).expect(200);
  expect(last.body.order).toMatchObject({ status: 'REFUNDED', refundedPaise: 15_000, money: { refundablePaise: 0 } });
  expect(await refundsOf(order.paymentId)).toHaveLength(3);
});

test('a refund that was made and could not be stored is unknown until the order is checked', async () => {
  const order = await paidOrder();
  await control('PUT', '/webhooks', { mode: 'off' });
  await query('ALTER TABLE refunds ADD CONSTRAINT broken CHECK (false) NOT VALID');
  const { body } = await refund(order).expect(200);
  expect(body).toMatchObject({ refundStatus: 'unknown', order: { isRefunding: true } });
  await query(mended);
  const { body: checked } = await check(order.id).expect(200);
  expect(checked).toMatchObject({ isRefunding: false, status: 'REFUNDED' });
});

test('of an order that was paid twice, each payment is refunded on its own', async () => {
  const order = await paidOrder();
  // Razorpay refuses the automatic refund of the second payment.
  const [refusal] = await fault('refundPayment', { kind: 'status', status: 400 });
  await desk.api.pay(order.id);
  await control('GET', `/faults/${refusal?.id}/hit?count=1&timeoutMs=60000`);
  await eventually(async () => {
    expect((await get(`/orders/${order.id}`).expect(200)).body.money.refundablePaise).toBe(30_000);
  });
  await control('DELETE', '/faults');
  await refund(order).expect(200);
  const { body } = await get(`/orders/${order.id}`).expect(200);
  expect(body).toMatchObject({ status: 'REFUNDED', money: { refundablePaise: 15_000 } });
  expect(await refundsOf(order.paymentId)).toHaveLength(1);
  const second = body.payments.find((each: { surplus: boolean }) => each.surplus);
  expect((await refund({ ...order, paymentId: second.id }).expect(200)).body.refundStatus).toBe('processed');
});

test('a refund needs a reason in words, and one that is refused is in the log', async () => {
  const order = await paidOrder();
  const { id } = order;
  for (const reason of ['   ', '\u202e\u0000\ud800 a'])
    expect((await refund(order, { reason }).expect(400)).body.errors).toMatchObject([{ path: '/reason' }]);
  await refund(order, { reason: 'Asked\u0000by\u202email', refundablePaise: 1 }).expect(409);
  await refund(order, {}, support.token).expect(403);
  const { items } = (await get(`/log?order=${id}&kind=action`).expect(200)).body;
  expect(items).toMatchObject([
    { action: 'refundDeskOrder', outcome: 'role_needed', staff: support.email },
    { action: expect.stringMatching(/^refund /), outcome: 'refund_changed', reason: 'Asked by mail' },
  ]);
});

test('a refund that the provider refuses says why, in its words, to staff and in the timeline, and can be asked for again', async () => {
  const order = await paidOrder();
  const description = 'Your account does not have enough balance to carry out the refund operation.';
  const body = { error: { code: 'BAD_REQUEST_ERROR', description } };
  await fault('refundPayment', { kind: 'status', status: 400, body });
  expect((await refund(order).expect(502)).body.title).toBe(`The payment provider refused: ${description}`);
  await control('DELETE', '/faults');
  const { timeline } = (await get(`/orders/${order.id}`).expect(200)).body;
  const refused = { state: 'refused', detail: description.slice(0, -1), by: finance.email };
  expect(timeline.filter(({ kind }: { kind: string }) => kind === 'refund_request')).toMatchObject([refused]);
  expect((await refund(order).expect(200)).body.refundStatus).toBe('processed');
});
