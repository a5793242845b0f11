import { type Api, apiOf } from '../support/api';
import { runOrders } from '../support/orders';
import { startProduct, type TestProduct } from '../support/server';

let product: TestProduct;
let api: Api;
let token: string;
let email: string;
let paid: string;
let open: string;
let late: string;
let unpaid: string[];
let env: Record<string, string | undefined>;

/** The embedded database bears one process: the server makes the orders, and ends before the operator comes. */
beforeAll(async () => {
  product = await startProduct();
  api = apiOf(product);
  await product.sandbox.control('PUT', '/webhooks', { mode: 'off' });
  ({ token, email } = await api.newPerson());
  [paid, open] = [await api.newOrder(), await api.newOrder()];
  await api.verifyPayment(await api.pay(paid), token).expect(200);
  await api.claimOrder(open, token).expect(200);
  [late, ...unpaid] = [await api.newOrder(), await api.newOrder(), await api.newOrder()];
  env = { ...product.database.env, SANDBOX_PORT: String(product.sandbox.port) };
});
afterAll(() => product.close());

const threeDaysLater = `DO $$ BEGIN
  SET LOCAL session_replication_role = replica;
  UPDATE order_transitions SET at = at - interval '72 hours';
END $$`;

interface Provider {
  payments: { id: string; order_id: string }[];
  refunds: { id: string; payment_id: string; status: string }[];
}
const provider = () => product.sandbox.control<Provider>('GET', '/state');
const fault = (match: object, action: object, times = 1) =>
  product.sandbox.control('POST', '/faults', { match, times, do: action });

/** Made while the server ran, paid and found out about since. */
async function paidOrder() {
  const id = unpaid.pop() as string;
  await api.pay(id);
  await orders('reconcile', id);
  return id;
}

const orders = (...args: string[]) => runOrders(env, ...args);
const json = async (...args: string[]) => JSON.parse((await orders(...args, '--json')).stdout);

describe('npm run orders', () => {
  test('beside a server on the embedded database says so and ends with 2', async () => {
    if (product.database.postgres) return;
    const { status, stderr, stdout } = await orders('list');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/in use by process \d+\. Stop it first, or set DATABASE_URL/);
  });

  test('list shows every order, newest first, in rupees or in JSON', async () => {
    await product.server.stop();
    const { stdout } = await orders('list');
    expect(stdout).toMatch(new RegExp(`${open} +CREATED +₹150.00 +₹0.00 +₹0.00 +${email}`));
    expect(stdout).toMatch(new RegExp(`${paid} +PAID +₹150.00 +₹150.00 +₹0.00 +${email}`));
    expect(stdout.indexOf(open)).toBeLessThan(stdout.indexOf(paid));
    expect(
      (await json('list', '--status', 'PAID')).map((order: { providerOrderId: string }) => order.providerOrderId),
    ).toEqual([paid]);
  });

  test('show tells an order’s payments, its trail and its events, by any of its ids', async () => {
    const shown = await json('show', paid);
    expect(shown).toMatchObject({
      status: 'PAID',
      owner: { email },
      payments: [{ status: 'captured', signatureSeen: true, amountPaise: 15000 }],
      transitions: [
        { to: 'CREATING' },
        { to: 'CREATED', cause: 'createOrder' },
        { to: 'PAID', cause: 'verifyPayment' },
      ],
    });
    expect(await json('show', shown.payments[0].id)).toEqual(shown);
    expect((await orders('show', paid)).stdout).toContain('CREATED → PAID');
  });

  test('reconcile asks about every order that may still change, and reports', async () => {
    await api.pay(open);
    const { status, stdout } = await orders('reconcile');
    expect(status).toBe(0);
    expect(stdout).toMatch(new RegExp(`${open}  CREATED → PAID$`, 'm'));
    expect(stdout).toMatch(/5 asked about, 1 changed, 0 without an answer/);
    expect(await json('reconcile', paid)).toMatchObject([{ providerOrderId: paid, from: 'PAID', to: 'PAID' }]);
  });

  test('reconcile ends with 1 when the provider does not answer, and loses nothing', async () => {
    const rule = { match: { operation: 'fetchOrderPayments' }, times: 0, do: { kind: 'status', status: 500 } };
    await product.sandbox.control('POST', '/faults', rule);
    const { status, stdout } = await orders('reconcile', open);
    expect(status).toBe(1);
    expect(stdout).toMatch(/1 asked about, 0 changed, 1 without an answer/);
    await product.sandbox.control('DELETE', '/faults');
    expect((await orders('reconcile', open)).status).toBe(0);
  });

  test('refund gives the money back once, however often it is called', async () => {
    expect(await json('refund', open)).toMatchObject({
      status: 'REFUNDED',
      payments: [{ status: 'refunded', amountRefundedPaise: 15000 }],
      transitions: expect.arrayContaining([
        expect.objectContaining({ from: 'PAID', to: 'REFUNDED', cause: 'operator' }),
      ]),
    });
    expect((await orders('refund', open)).status).toBe(0);
    const { refunds } = await product.sandbox.control<{ refunds: object[] }>('GET', '/state');
    expect(refunds).toHaveLength(1);
  });

  test('refund makes a new refund of one that failed, and ends with 1 when that fails too', async () => {
    const payment_id = (await provider()).payments.find(({ order_id }) => order_id === open)?.id;
    const refunds = async () => (await provider()).refunds.filter((refund) => refund.payment_id === payment_id);
    await product.sandbox.control('POST', `/refunds/${(await refunds())[0]?.id}/fail`);
    const body = { entity: 'refund', payment_id, status: 'failed' };
    await fault({ operation: 'refundPayment' }, { kind: 'status', status: 200, body });
    const failed = await orders('refund', open);
    expect(failed).toMatchObject({ status: 1, stdout: '' });
    expect(failed.stderr).toMatch(/the refund failed/);
    expect((await orders('refund', open)).status).toBe(0);
    expect((await refunds()).map(({ status }) => status)).toEqual(['failed', 'processed']);
  });

  test('refund tries once more when another gave back a part meanwhile', async () => {
    const id = await paidOrder();
    await fault({ operation: 'refundPayment' }, { kind: 'status', status: 400 });
    expect(await json('refund', id)).toMatchObject({ status: 'REFUNDED' });
  });

  test('refund ends with 1 and the provider’s words when it is refused, and can be repeated', async () => {
    const id = await paidOrder();
    const body = { error: { code: 'BAD_REQUEST_ERROR', description: 'not enough balance' } };
    await fault({ operation: 'refundPayment' }, { kind: 'status', status: 400, body }, 0);
    const refused = await orders('refund', id);
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toMatch(/refused to give back pay_\w+: not enough balance/);
    await product.sandbox.control('DELETE', '/faults');
    expect(await json('refund', id)).toMatchObject({ status: 'REFUNDED' });
  });

  test('reconcile finds late money of an order that has expired', async () => {
    await product.database.query(threeDaysLater);
    expect(await json('reconcile', late)).toMatchObject([{ from: 'CREATED', to: 'EXPIRED' }]);
    await api.pay(late);
    expect(await json('reconcile')).toContainEqual(
      expect.objectContaining({ providerOrderId: late, from: 'EXPIRED', to: 'PAID' }),
    );
  });

  test('tells what it cannot do, and ends with 1', async () => {
    expect(await orders('show', 'order_00000000000000')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('There is no order'),
    });
    expect(await orders('list', '--status', 'LOST')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('Allowed choices'),
    });
  });
});
