import { type Api, apiOf } from '../support/api';
import { runOrders } from '../support/commands';
import { startProduct, type TestProduct } from '../support/server';

let product: TestProduct;
let api: Api;
/** An order that is paid, one that is open, and one for late money. */
let paid: string;
let open: string;
let late: string;
let env: Record<string, string | undefined>;

/** The server makes the orders, and ends before the operator comes: the embedded database bears one process. */
beforeAll(async () => {
  product = await startProduct();
  api = apiOf(product);
  await product.sandbox.control('PUT', '/webhooks', { mode: 'off' });
  const { token } = await api.newPerson();
  [paid, late, open] = [await api.newOrder(), await api.newOrder(), await api.newOrder()];
  await api.verifyPayment(await api.pay(paid), token).expect(200);
  await api.claimOrder(open, token).expect(200);
  env = { ...product.database.env, SANDBOX_PORT: String(product.sandbox.port) };
  await product.server.stop();
});
afterAll(() => product.close());

const threeDaysLater = `DO $$ BEGIN
  SET LOCAL session_replication_role = replica;
  UPDATE order_transitions SET at = at - interval '72 hours';
END $$`;

/** @returns the exit code, and what was checked. */
async function reconcile(...ids: string[]) {
  const { status, stdout } = await runOrders(env, 'reconcile', ...ids);
  return [status, JSON.parse(stdout)];
}

describe('npm run orders -- reconcile', () => {
  test('asks about every order that may still change, and reports', async () => {
    await api.pay(open);
    const [status, checked] = await reconcile();
    expect([status, checked.length]).toEqual([0, 3]);
    expect(checked).toContainEqual(expect.objectContaining({ providerOrderId: open, from: 'CREATED', to: 'PAID' }));
    expect(checked).toContainEqual(expect.objectContaining({ providerOrderId: paid, from: 'PAID', to: 'PAID' }));
  });

  test('ends with 1 when the provider does not answer, and changes nothing', async () => {
    const silent = { match: { operation: 'fetchOrderPayments' }, times: 0, do: { kind: 'status', status: 500 } };
    await product.sandbox.control('POST', '/faults', silent);
    const failed = { from: 'CREATED', to: 'CREATED', error: expect.any(String) };
    expect(await reconcile(late)).toEqual([1, [expect.objectContaining(failed)]]);
    await product.sandbox.control('DELETE', '/faults');
  });

  test('finds late money of an expired order', async () => {
    await product.database.query(threeDaysLater);
    expect(await reconcile(late)).toMatchObject([0, [{ from: 'CREATED', to: 'EXPIRED' }]]);
    await api.pay(late);
    expect(await reconcile(late)).toMatchObject([0, [{ from: 'EXPIRED', to: 'PAID' }]]);
  });

  test('refuses what it does not know, with usage or the reason', async () => {
    const refused: [string[], RegExp][] = [
      [['refund', paid], /unknown command 'refund'/],
      [['reconcile', 'order_00000000000000'], /^There is no such order\. \(id order_00000000000000\)\n$/],
      [['audit'], /required option '--since <time>'/],
      [['audit', '--since', 'yesterday'], /It must be a date or time such as 2026-11-26/],
    ];
    for (const [args, words] of refused)
      expect(await runOrders(env, ...args)).toMatchObject({ status: 1, stderr: expect.stringMatching(words) });
    expect(await runOrders(env, '--help')).toMatchObject({ status: 0, stdout: expect.stringMatching(/reconcile/) });
  });
});
