import type { CheckoutReply } from '../support/api';
import { deskOf } from '../support/staff';
import { useProduct } from '../support/use-product';

const { product, api } = useProduct();
let token: string;
let staffToken: string;
beforeAll(async () => {
  await product.sandbox.control('PUT', '/webhooks', { mode: 'off' });
  token = (await api.newPerson()).token;
  staffToken = (await deskOf(product).staff('support')).token;
});

async function claimedOrder() {
  const id = await api.newOrder();
  await api.claimOrder(id, token).expect(200);
  return id;
}
const seen = async (id: string) => (await api.get(`/user/order/${id}`, token).expect(200)).body;
/** The order as staff see it. */
const shown = async (id: string) => (await api.get(`/desk/orders/${id}`, staffToken).expect(200)).body;
const post = (form: object) => api.post('/payment/return').type('form').send(form);
const locationAfter = async (form: object) => (await post(form).expect(303)).headers.location;
const pay = async (how?: object): Promise<[string, CheckoutReply]> => {
  const id = await claimedOrder();
  return [id, await api.pay(id, how)];
};

describe('returning from a checkout that redirects', () => {
  it('verifies the payment without a token, as often as it is posted, and leads to GPU Servers', async () => {
    const [id, paid] = await pay();
    for (const form of [paid, paid]) expect(await locationAfter(form)).toBe('/product/gpu-servers');
    expect(await seen(id)).toMatchObject({ status: 'PAID', receiptNumber: expect.any(String) });
    expect((await shown(id)).timeline).toContainEqual(
      expect.objectContaining({ kind: 'status', state: 'PAID', detail: 'returnFromCheckout' }),
    );
  });

  it('leads to the payment page with the reason after a failure', async () => {
    const [id, paid] = await pay();
    const failures: [object, string][] = [
      [{ 'error[code]': 'BAD_REQUEST_ERROR', 'error[reason]': 'payment_cancelled' }, 'payment_cancelled'],
      [{ 'error[reason]': '"><script>' }, 'unknown'],
      [{ ...paid, razorpay_signature: '0'.repeat(64) }, 'signature_invalid'],
      [{ ...paid, razorpay_order_id: 'order_00000000000000' }, 'order_not_found'],
      [{}, 'order_not_found'],
      [(await pay({ outcome: 'failed' }))[1], 'payment_failed'],
    ];
    for (const [form, reason] of failures) expect(await locationAfter(form)).toBe(`/payment?failed=${reason}`);
    expect((await seen(id)).status).toBe('CREATED');
  });

  it('leads to the list of payments while the provider does not answer', async () => {
    const [, paid] = await pay();
    const action = { kind: 'status', status: 500 };
    await product.sandbox.control('POST', '/faults', { match: { operation: 'fetchPayment' }, times: 2, do: action });
    expect(await locationAfter(paid)).toBe('/account/payments');
    expect(await locationAfter(paid)).toBe('/product/gpu-servers');
  });
});

describe('what the provider says about a payment', () => {
  it('is kept: time, references, method, fee and tax, and the reason of a failure', async () => {
    await product.sandbox.control('POST', '/clock', { hours: 1 });
    const [id, paid] = await pay({ method: 'netbanking' });
    const { payments } = await product.sandbox.control<{ payments: { created_at: number }[] }>('GET', '/state');
    const createdAt = new Date((payments.at(-1)?.created_at ?? 0) * 1_000).toISOString();
    await api.verifyPayment(paid, token).expect(200);
    const [failedId, failed] = await pay({ method: 'upi', outcome: 'failed', reason: 'insufficient_funds' });
    await api.verifyPayment(failed, token).expect(409);
    expect((await seen(id)).payments).toMatchObject([
      {
        createdAt,
        references: { bank_transaction_id: expect.stringMatching(/^\d{7}$/) },
        methodDetails: { bank: 'HDFC' },
        feePaise: null,
        errorReason: null,
      },
    ]);
    expect((await seen(failedId)).payments).toMatchObject([
      { methodDetails: { vpa: 'success@razorpay', flow: 'collect' }, errorReason: 'insufficient_funds' },
    ]);
    expect((await shown(failedId)).payments).toMatchObject([
      { errorSource: 'customer', errorStep: 'payment_authorization' },
    ]);
    expect((await shown(id)).payments).toMatchObject([{ method: 'netbanking', feePaise: 354, taxPaise: 54 }]);
  });

  it('counts as paid when the payer bears the fee, and not with another amount', async () => {
    await product.sandbox.control('PUT', '/account', { feeBearer: 'customer' });
    const [id, paid] = await pay();
    await api.verifyPayment(paid, token).expect(200);
    expect(await seen(id)).toMatchObject({
      ...{ status: 'PAID', amountPaise: 15_000 },
      payments: [{ amountPaise: 15_354, feePaise: 354 }],
    });
    const [authorizedId, authorized] = await pay({ outcome: 'authorized' });
    const { body } = await api.verifyPayment(authorized, token).expect(200);
    expect(body).toMatchObject({ orderStatus: 'AUTHORIZED', paymentStatus: 'authorized', surplus: false });
    expect((await seen(authorizedId)).status).toBe('AUTHORIZED');
    const [oddId, odd] = await pay({ amount: 15_355 });
    await api.verifyPayment(odd, token).expect(409);
    expect((await seen(oddId)).status).toBe('REVIEW');
    await product.sandbox.control('PUT', '/account', { feeBearer: 'platform' });
  });
});
