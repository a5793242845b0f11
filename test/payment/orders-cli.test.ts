import { type Api, apiOf } from '../support/api';
import { runOrders } from '../support/orders';
import { startProduct, type TestProduct } from '../support/server';

let product: TestProduct;
let api: Api;
let token: string;
let email: string;
let paid: string;
let open: string;
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
  env = { ...product.database.env, SANDBOX_PORT: String(product.sandbox.port) };
});
afterAll(() => product.close());

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
    expect(stdout).toMatch(/2 asked about, 1 changed, 0 without an answer/);
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
