import { runOrders } from '../support/commands';
import { useProduct } from '../support/use-product';

const { product, api } = useProduct();
let paid: string;
let open: string;
let env: Record<string, string | undefined>;

beforeAll(async () => {
  await product.sandbox.control('PUT', '/webhooks', { mode: 'off' });
  const { token } = await api.newPerson();
  [paid, open] = [await api.paidOrder(token), await api.newOrder()];
  await api.claimOrder(open, token).expect(200);
  env = { ...product.database.env, SANDBOX_PORT: String(product.sandbox.port) };
});

/** @returns the exit code, and what was checked. */
async function reconcile(...ids: string[]) {
  const { status, stdout } = await runOrders(env, 'reconcile', ...ids);
  return [status, JSON.parse(stdout)];
}

describe('npm run orders -- reconcile', () => {
  test('asks about every order that may still change, and ends with 1 if the provider does not answer', async () => {
    await api.pay(open);
    const [status, checked] = await reconcile();
    expect([status, checked.length]).toEqual([0, 2]);
    expect(checked).toContainEqual(expect.objectContaining({ providerOrderId: open, from: 'CREATED', to: 'PAID' }));
    expect(checked).toContainEqual(expect.objectContaining({ providerOrderId: paid, from: 'PAID', to: 'PAID' }));
    const silent = { match: { operation: 'fetchOrderPayments' }, times: 0, do: { kind: 'status', status: 500 } };
    await product.sandbox.control('POST', '/faults', silent);
    const failed = { from: 'PAID', to: 'PAID', error: expect.any(String) };
    expect(await reconcile(paid)).toEqual([1, [expect.objectContaining(failed)]]);
  });
});
