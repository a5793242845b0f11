import crypto, { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../../apps/bff/src/config/config';
import { PaymentService } from '../../apps/bff/src/payment/payment.service';
import { RazorpayGateway } from '../../apps/bff/src/payment/razorpay.gateway';

const account = { keyId: 'rzp_test_x', keySecret: 'key secret', webhookSecret: 'webhook secret' };
const addresses = { apiUrl: 'http://127.0.0.1:9', checkoutUrl: 'http://127.0.0.1:9/checkout.js' };
const gatewayWith = (razorpay = {}) =>
  new RazorpayGateway({ razorpay: { ...account, ...addresses, ...razorpay } } as Config);

const hmac = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('hex');
const [orderId, otherOrderId, paymentId] = ['order_aaaaaaaaaaaaaa', 'order_bbbbbbbbbbbbbb', 'pay_aaaaaaaaaaaaaa'];
const body = Buffer.from('{"event":"payment.captured"}');

describe('a signature', () => {
  test('is compared in constant time, of checkout and of events', () => {
    const compare = jest.spyOn(crypto, 'timingSafeEqual');
    expect(gatewayWith().signedCheckout(orderId, paymentId, '0'.repeat(64))).toBe(false);
    expect(gatewayWith().signedEvent(body, '0'.repeat(64))).toBe(false);
    expect(compare).toHaveBeenCalledTimes(2);
    compare.mockRestore();
  });

  test('under an empty secret signs nothing', () => {
    const gateway = gatewayWith({ keySecret: '', webhookSecret: '' });
    expect(gateway.signedEvent(body, hmac(body.toString(), ''))).toBe(false);
    expect(gateway.signedCheckout(orderId, paymentId, hmac(`${orderId}|${paymentId}`, ''))).toBe(false);
  });

  test.each([
    undefined,
    '',
    'a',
    '0'.repeat(63),
    '0'.repeat(65),
    'é'.repeat(32),
    hmac(body.toString(), 'webhook secret').toUpperCase(),
  ])('%p is none, and no error either', (signature) => expect(gatewayWith().signedEvent(body, signature)).toBe(false));

  test('of checkout is made over the order’s id in our database, not over the one that the client sends', async () => {
    const ours = { id: 'row', providerOrderId: otherOrderId, ownerId: null };
    const orders = { find: async () => ours, own: async () => {} };
    const service = new PaymentService(
      {} as never,
      gatewayWith(),
      orders as never,
      {} as never,
      {} as never,
      {} as never,
    );
    const verification = {
      razorpay_order_id: orderId,
      razorpay_payment_id: paymentId,
      razorpay_signature: hmac(`${orderId}|${paymentId}`, 'key secret'),
    };
    await expect(service.verify({ body: verification, caller: { userId: 'me' } } as never)).rejects.toMatchObject({
      code: 'signature_invalid',
    });
  });
});

const payment = {
  ...{ entity: 'payment', id: 'pay_bbbbbbbbbbbbbb', order_id: orderId, amount: 15_000, amount_refunded: 0 },
  ...{ currency: 'INR', status: 'captured', method: 'card', captured: true },
};

/** Answers everything with this. */
async function providerThatAnswers(reply: object) {
  const provider = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply)),
  );
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const close = () => {
    provider.closeAllConnections();
    provider.close();
  };
  return { apiUrl: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`, close };
}

test('an answer about another payment than the one that was asked for is none', async () => {
  const { apiUrl, close } = await providerThatAnswers(payment);
  const gateway = gatewayWith({ apiUrl });
  await expect(gateway.fetchPayment(payment.id)).resolves.toMatchObject({ amountPaise: 15_000 });
  await expect(gateway.fetchPayment(paymentId)).rejects.toMatchObject({ code: 'provider_unavailable' });
  close();
});

test('a payment that cannot be read hides none of those that can', async () => {
  const list = { entity: 'collection', count: 2, items: [{ ...payment, amount: 3_000_000_000 }, payment] };
  const { apiUrl, close } = await providerThatAnswers(list);
  const { facts, unreadable } = await gatewayWith({ apiUrl }).paymentsOf(orderId);
  expect([facts.map(({ id }) => id), unreadable]).toEqual([[payment.id], 1]);
  close();
});

describe('an id', () => {
  test.each(['../payments/x?y', 'order_short', `${orderId}/payments`, ''])(
    '%p is not sent to the provider',
    async (id) => {
      await expect(gatewayWith().paymentsOf(id)).rejects.toThrow('no id of the payment provider');
      await expect(gatewayWith().fetchPayment(id)).rejects.toThrow('no id of the payment provider');
    },
  );
});
