import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SANDBOX_CREDENTIALS } from '../../apps/sandbox/src/credentials';
import { basicAuth } from '../sandbox/partner';

const { keyId, keySecret } = SANDBOX_CREDENTIALS;
const isSigned = (paid: Record<string, string>) => {
  const text = `${paid.razorpay_order_id}|${paid.razorpay_payment_id}`;
  return paid.razorpay_signature === createHmac('sha256', keySecret).update(text).digest('hex');
};

/**
 * A shop as many tutorials build it: it takes any amount, trusts the signature of checkout and every event, asks the
 * provider nothing and repeats nothing. With `readsProvider` the status of an order is what the provider says.
 */
export async function openShop(sandboxUrl: string, { readsProvider = false } = {}) {
  const status = new Map<string, string>();
  const headers = { authorization: basicAuth(keyId, keySecret), 'content-type': 'application/json' };

  async function createOrder({ amount }: { amount: number }): Promise<[number, object]> {
    const reply = await fetch(`${sandboxUrl}/v1/orders`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ amount: amount * 100, currency: 'INR', receipt: randomUUID(), payment_capture: 1 }),
    });
    if (!reply.ok) return [503, {}];
    const order = await reply.json();
    status.set(order.id, 'CREATED');
    return [201, { id: order.id, currency: order.currency, amount: order.amount }];
  }

  function verify(paid: Record<string, string>): [number, object] {
    if (!isSigned(paid)) return [400, {}];
    status.set(String(paid.razorpay_order_id), 'PAID');
    return [200, {}];
  }

  function hear(text: string): [number, object] {
    const { event, payload } = JSON.parse(text);
    const order = payload.payment.entity.order_id;
    if (event === 'payment.captured') status.set(order, 'PAID');
    if (event === 'payment.failed') status.set(order, 'FAILED');
    return [200, {}];
  }

  async function answer(path: string, text: string): Promise<[number, object]> {
    if (path === '/user/order') return createOrder(JSON.parse(text));
    if (path === '/user/verify') return verify(JSON.parse(text));
    if (path === '/webhooks/razorpay') return hear(text);
    const order = path.replace('/user/order/', '');
    if (readsProvider) {
      const found = await (await fetch(`${sandboxUrl}/v1/orders/${order}`, { headers })).json();
      return [200, { id: order, status: String(found.status).toUpperCase() }];
    }
    return status.has(order) ? [200, { id: order, status: status.get(order) }] : [404, {}];
  }

  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const [code, body] = await answer(request.url ?? '', text).catch(() => [503, {}] as const);
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
