import { type Api, apiOf } from '../support/api';
import { runOrders, sharedOrders } from '../support/commands';
import { startProduct, type TestProduct } from '../support/server';

let product: TestProduct;
let api: Api;
let email: string;
/** An order that is paid, one that is open, one for late money, and a paid one to refund. */
let paid: string;
let open: string;
let late: string;
let toRefund: string;
let env: Record<string, string | undefined>;

/** The server makes the orders, and ends before the operator comes: the embedded database bears one process. */
beforeAll(async () => {
  product = await startProduct();
  api = apiOf(product);
  await product.sandbox.control('PUT', '/webhooks', { mode: 'off' });
  const person = await api.newPerson();
  email = person.email;
  const paidOrder = async () => {
    const id = await api.newOrder();
    await api.verifyPayment(await api.pay(id), person.token).expect(200);
    return id;
  };
  toRefund = await paidOrder();
  [paid, late, open] = [await paidOrder(), await api.newOrder(), await api.newOrder()];
  await api.claimOrder(open, person.token).expect(200);
  env = { ...product.database.env, SANDBOX_PORT: String(product.sandbox.port) };
  await product.server.stop();
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

const orders = (...args: string[]) => sharedOrders(env, ...args);
const json = async (...args: string[]) => JSON.parse((await orders(...args, '--json')).stdout);

describe('npm run orders', () => {
  test('list shows every order, newest first, in rupees or in JSON', async () => {
    const { stdout } = await runOrders(env, 'list');
    expect(stdout).toMatch(new RegExp(`${open} +CREATED +₹150.00 +₹0.00 +₹0.00 +${email}`));
    expect(stdout).toMatch(new RegExp(`${paid} +PAID +₹150.00 +₹150.00 +₹0.00 +${email}`));
    expect(stdout.indexOf(open)).toBeLessThan(stdout.indexOf(paid));
    const listed: { providerOrderId: string }[] = await json('list', '--status', 'PAID');
    expect(listed.map(({ providerOrderId }) => providerOrderId)).toEqual([paid, toRefund]);
    const found = async (...filter: string[]) => (await json('list', ...filter)).length;
    expect(await found('--email', email.toUpperCase(), '--since', '2000-01-01')).toBe(3);
    expect(await found('--email', 'nobody@lab.example')).toBe(0);
    expect(await found('--until', '2000-01-01')).toBe(0);
    expect((await orders('list', '--since', 'yesterday')).status).toBe(1);
  });

  test('show prints an order’s payments, status history and events, by any of its ids', async () => {
    const payment = (await provider()).payments.find(({ order_id }) => order_id === paid);
    expect(await json('show', payment?.id ?? '')).toMatchObject({
      providerOrderId: paid,
      status: 'PAID',
      owner: { email },
      payments: [{ status: 'captured', signatureSeen: true, amountPaise: 15000 }],
      transitions: [
        { to: 'CREATING' },
        { to: 'CREATED', cause: 'createOrder' },
        { to: 'PAID', cause: 'verifyPayment' },
      ],
    });
    const { id, receipt, receiptNumber } = await json('show', paid);
    for (const typed of [id.toUpperCase(), receipt.toUpperCase(), receiptNumber.toLowerCase()])
      expect(await json('show', typed)).toMatchObject({ providerOrderId: paid });
    const unknown = { status: 1, stderr: expect.stringContaining('There is no order') };
    expect(await orders('show', 'order_00000000000000')).toMatchObject(unknown);
  });

  test('reconcile asks about every order that may still change, and reports', async () => {
    await api.pay(open);
    const { status, stdout } = await orders('reconcile');
    expect(status).toBe(0);
    expect(stdout).toMatch(new RegExp(`${open}  CREATED → PAID$`, 'm'));
    expect(stdout).toMatch(/4 checked, 1 changed, 0 without an answer/);
  });

  test('reconcile ends with 1 when the provider does not answer, and changes nothing', async () => {
    await fault({ operation: 'fetchOrderPayments' }, { kind: 'status', status: 500 }, 0);
    const { status, stdout } = await orders('reconcile', late);
    expect(status).toBe(1);
    expect(stdout).toMatch(/1 checked, 0 changed, 1 without an answer/);
    await product.sandbox.control('DELETE', '/faults');
  });

  test('reconcile finds late money of an expired order', async () => {
    await product.database.query(threeDaysLater);
    expect(await json('reconcile', late)).toMatchObject([{ from: 'CREATED', to: 'EXPIRED' }]);
    await api.pay(late);
    expect(await json('reconcile', late)).toMatchObject([{ from: 'EXPIRED', to: 'PAID' }]);
  });

  test('refund refunds an order in full, and replaces a refund that failed', async () => {
    expect(await json('refund', open, '--as', 'asha', '--reason', 'ordered twice')).toMatchObject({
      operatorLog: [{ operator: 'asha', action: 'refund', reason: 'ordered twice' }],
      status: 'REFUNDED',
      payments: [{ status: 'refunded', amountRefundedPaise: 15000 }],
      transitions: expect.arrayContaining([
        expect.objectContaining({ from: 'PAID', to: 'REFUNDED', cause: 'operator' }),
      ]),
    });
    const [first] = (await provider()).refunds;
    await product.sandbox.control('POST', `/refunds/${first?.id}/fail`);
    const body = { entity: 'refund', payment_id: first?.payment_id, status: 'failed' };
    await fault({ operation: 'refundPayment' }, { kind: 'status', status: 200, body });
    const failed = await orders('refund', open);
    expect(failed).toMatchObject({ status: 1, stdout: '' });
    expect(failed.stderr).toMatch(/the refund failed/);
    expect((await orders('refund', open)).status).toBe(0);
    expect((await provider()).refunds.map(({ status }) => status)).toEqual(['failed', 'processed']);
  });

  test('refund with the id of a second payment leaves the first one', async () => {
    const { razorpay_payment_id: second } = await api.pay(paid);
    await fault({ operation: 'refundPayment' }, { kind: 'status', status: 400 }, 0);
    await orders('reconcile', paid);
    await product.sandbox.control('DELETE', '/faults');
    expect((await orders('refund', second)).stdout).toMatch(new RegExp(`^Refunded: ${second}\n`));
    expect(await json('show', paid)).toMatchObject({
      status: 'PAID',
      payments: [{ status: 'captured' }, { id: second, status: 'refunded' }],
      operatorLog: [{ action: `refund of ${second}` }],
    });
  });

  test('refund ends with 1 and the provider’s reason when it is refused, and can be repeated', async () => {
    const body = { error: { code: 'BAD_REQUEST_ERROR', description: 'not enough balance' } };
    await fault({ operation: 'refundPayment' }, { kind: 'status', status: 400, body }, 0);
    const refused = await orders('refund', toRefund);
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toMatch(/refused to refund pay_\w+: not enough balance/);
    await product.sandbox.control('DELETE', '/faults');
    // The first answer of 400 may mean that a part was refunded elsewhere: the command tries once more.
    await fault({ operation: 'refundPayment' }, { kind: 'status', status: 400 });
    expect(await json('refund', toRefund)).toMatchObject({ status: 'REFUNDED' });
  });
});
