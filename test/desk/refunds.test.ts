import { eventually } from '../support/eventually';
import { startDesk, type TestDesk } from '../support/staff';

let desk: TestDesk;
let finance: Awaited<ReturnType<TestDesk['staff']>>;
let support: typeof finance;
let payer: { email: string; token: string };
beforeAll(async () => {
  desk = await startDesk();
  [finance, support] = [await desk.staff('finance'), await desk.staff('support')];
  payer = await desk.api.newPerson();
});
const mended = 'ALTER TABLE refunds DROP CONSTRAINT IF EXISTS broken';
afterEach(async () => {
  await query(mended);
  await control('DELETE', '/faults');
  await control('PUT', '/webhooks', { mode: 'on' });
  await control('PUT', '/account', { refundOutcome: 'processed' });
});
afterAll(() => desk.product.close());

const get = (path: string, token = support.token) => desk.api.get(`/desk${path}`, token);
const check = (id: string) => desk.api.post(`/desk/orders/${id}/check`, undefined, support.token);
const query = (sql: string, values: unknown[] = []) => desk.product.database.query(sql, values);
const control = <T = unknown>(method: string, path: string, body?: unknown) =>
  desk.product.sandbox.control<T>(method, path, body);
const fault = (operation: string, action: object, more: object = {}) =>
  control<{ id: string }[]>('POST', '/faults', { match: { operation }, times: 99, do: action, ...more });

const paidOrder = () => desk.paidOrder(payer);
const refund = (id: string, body: object = {}, token = finance.token) =>
  desk.api.post(`/desk/orders/${id}/refund`, { refundablePaise: 15_000, reason: 'Bought twice', ...body }, token);
const refundsOf = async (payment: string) => {
  const { refunds } = await control<{ refunds: { id: string; payment_id: string }[] }>('GET', '/state');
  return refunds.filter((each) => each.payment_id === payment);
};
const casesOf = async (id: string) => (await get(`/orders/${id}`, finance.token).expect(200)).body.needs;

/** No answer to a refund reaches us, and no event. */
async function loseAnswers() {
  await control('PUT', '/webhooks', { mode: 'off' });
  await fault('refundPayment', { kind: 'drop', when: 'after' });
}

/** An order that was paid twice: the second payment is not returned by itself, because the provider refuses. */
async function paidTwice() {
  const first = await paidOrder();
  const [refusal] = await fault('refundPayment', { kind: 'status', status: 400 });
  await desk.api.pay(first.id);
  // It is tried twice.
  await control('GET', `/faults/${refusal?.id}/hit?count=2&timeoutMs=60000`);
  await eventually(async () => {
    expect((await get(`/orders/${first.id}`).expect(200)).body.money.refundablePaise).toBe(30_000);
  });
  await control('DELETE', '/faults');
  return first;
}

test('a refund returns what the page showed, and payer, log and timeline have it', async () => {
  const { id } = await paidOrder();
  const difference = `INSERT INTO cases (kind, subject, order_id, day, paise, detail)
    SELECT 'line', $1, id, now(), 1, 'off' FROM orders WHERE provider_order_id = $1`;
  await query(difference, [id]);
  expect((await get(`/orders/${id}`)).body.actions).toEqual(['checkDeskOrder', 'resendReceipt']);
  expect((await get(`/orders/${id}`, finance.token)).body.actions).toContain('refundDeskOrder');
  const { body } = await refund(id).expect(200);
  expect(body).toMatchObject({
    refundStatus: 'processed',
    order: { status: 'REFUNDED', money: { refundablePaise: 0 } },
  });
  expect(body.order.actions).not.toContain('refundDeskOrder');
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
  // Work on an order ends no difference in the books.
  expect(await casesOf(id)).toMatchObject([{ kind: 'line' }]);
});

test('of several refunds at the same moment one is made, and the others are answered with the order', async () => {
  const { id, paymentId } = await paidOrder();
  const replies = await Promise.all([refund(id), refund(id), refund(id)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const refused = replies.find(({ status }) => status === 409)?.body;
  expect([refused.code, refused.order.id]).toEqual(['refund_changed', id]);
  const late = await refund(id).expect(409);
  expect(late.body).toMatchObject({ code: 'refund_changed', order: { status: 'REFUNDED' } });
  expect(await refundsOf(paymentId)).toHaveLength(1);
});

test('a refund whose answer is lost is unknown until a check of the order succeeds, whatever happens to its process', async () => {
  const { id, paymentId } = await paidOrder();
  await loseAnswers();
  const { body } = await refund(id).expect(200);
  expect(body).toMatchObject({ refundStatus: 'unknown', order: { isRefunding: true } });
  await control('DELETE', '/faults');
  const { body: reloaded } = await get(`/orders/${id}`, finance.token).expect(200);
  expect(reloaded).toMatchObject({ isRefunding: true, actions: ['checkDeskOrder', 'resendReceipt'] });
  await query(`UPDATE job_leases SET owner = 'dead', until = now() - interval '1 minute' WHERE name LIKE 'refund %'`);
  await query(`UPDATE orders SET next_check_at = now() + interval '1 hour' WHERE provider_order_id = $1`, [id]);
  await fault('fetchOrderPayments', { kind: 'drop' });
  await check(id).expect(503);
  await control('DELETE', '/faults');
  expect((await refund(id).expect(409)).body).toMatchObject({ code: 'refund_changed', order: { isRefunding: true } });
  const { body: order } = await check(id).expect(200);
  expect(order).toMatchObject({ isRefunding: false, status: 'REFUNDED', money: { refundablePaise: 0 } });
  expect(await refundsOf(paymentId)).toHaveLength(1);
});

test('a refund that was made and could not be stored is unknown until the order is checked', async () => {
  const { id } = await paidOrder();
  await control('PUT', '/webhooks', { mode: 'off' });
  await query('ALTER TABLE refunds ADD CONSTRAINT broken CHECK (false) NOT VALID');
  const { body } = await refund(id).expect(200);
  expect(body).toMatchObject({ refundStatus: 'unknown', order: { isRefunding: true } });
  await query(mended);
  expect((await check(id).expect(200)).body).toMatchObject({ isRefunding: false, status: 'REFUNDED' });
});

test('of an order that was paid twice, one payment can be refunded, and then what is left', async () => {
  const { id, paymentId } = await paidTwice();
  await refund(id, { paymentId }).expect(200);
  await control('PUT', '/webhooks', { mode: 'off' });
  // Our books still say that it is refunded.
  await control('POST', `/refunds/${(await refundsOf(paymentId))[0]?.id}/fail`);
  expect((await refund(id).expect(200)).body.refundStatus).toBe('processed');
  expect(await refundsOf(paymentId)).toHaveLength(1);
});

test('a refund of two payments whose second one could not be sent is answered with the first', async () => {
  const { id } = await paidTwice();
  await control('PUT', '/webhooks', { mode: 'off' });
  await fault('fetchPayment', { kind: 'drop' }, { skip: 2 });
  const { body } = await refund(id, { refundablePaise: 30_000 }).expect(200);
  expect(body).toMatchObject({ refundStatus: 'processed', order: { money: { refundablePaise: 15_000 } } });
});

test('a refund needs a reason in words, and one that is refused is in the log', async () => {
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

test('a refund that the provider refuses says why, in the words of the provider', async () => {
  const { id } = await paidOrder();
  const description = 'Your account does not have enough balance to carry out the refund operation.';
  const body = { error: { code: 'BAD_REQUEST_ERROR', description } };
  await fault('refundPayment', { kind: 'status', status: 400, body });
  expect((await refund(id).expect(502)).body.title).toBe(`The payment provider refused: ${description}`);
});

test('a disputed payment is not refunded, and its case says until when the bank wants an answer', async () => {
  const { id, paymentId } = await paidOrder();
  await control('POST', `/payments/${paymentId}/dispute`);
  await eventually(async () => expect((await get(`/orders/${id}`).expect(200)).body.disputed).toBe(true));
  expect((await refund(id).expect(409)).body).toMatchObject({ code: 'dispute_forbids', order: { disputed: true } });
  expect(await casesOf(id)).toMatchObject([{ kind: 'dispute', deadline: expect.any(String) }]);
});
