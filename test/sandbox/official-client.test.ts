import type { AxiosInstance } from 'axios';
import Razorpay from 'razorpay';
import { SANDBOX_CREDENTIALS } from '../../apps/sandbox/src/credentials';
import { createSandbox, type Sandbox } from '../../apps/sandbox/src/sandbox';
import { type Partner, partnerOf } from './partner';

let sandbox: Sandbox;
let partner: Partner;
let client: Razorpay;

beforeAll(async () => {
  sandbox = await createSandbox();
  partner = partnerOf(sandbox);
  const { keyId, keySecret } = SANDBOX_CREDENTIALS;
  client = new Razorpay({ key_id: keyId, key_secret: keySecret });
  // The client has no option for another host; it adds /v1 by itself.
  (client as unknown as { api: { rq: AxiosInstance } }).api.rq.defaults.baseURL = sandbox.url;
});
afterAll(() => sandbox.close());

describe("The provider's own Node client", () => {
  it('creates an order, finds it by id and by receipt, and lists its payments', async () => {
    const order = await client.orders.create({ amount: 15000, currency: 'INR', receipt: 'client-1' });
    expect(await client.orders.fetch(order.id)).toEqual(order);
    expect(await client.orders.all({ receipt: 'client-1' })).toMatchObject({ count: 1, items: [{ id: order.id }] });
    expect(await client.orders.fetchPayments(order.id)).toMatchObject({ count: 0, items: [] });
  });

  it('fetches, captures and refunds a payment', async () => {
    const order = await client.orders.create({ amount: 15000, currency: 'INR' });
    const { razorpay_payment_id: id } = await partner.call<Record<string, string>>(
      'POST',
      `/control/orders/${order.id}/pay`,
      {
        outcome: 'authorized',
      },
    );
    expect(await client.payments.fetch(String(id))).toMatchObject({ id, status: 'authorized' });
    expect(await client.payments.capture(String(id), 15000, 'INR')).toMatchObject({ status: 'captured' });
    expect(await client.payments.refund(String(id), { amount: 15000 })).toMatchObject({
      entity: 'refund',
      payment_id: id,
    });
    expect(await client.payments.fetch(String(id))).toMatchObject({ status: 'refunded' });
  });

  it('hears a refusal with its status and its error', async () => {
    await expect(client.orders.create({ amount: 99, currency: 'INR' })).rejects.toMatchObject({
      statusCode: 400,
      error: { code: 'BAD_REQUEST_ERROR', field: 'amount' },
    });
  });
});
