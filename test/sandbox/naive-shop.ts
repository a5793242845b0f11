import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SANDBOX_CREDENTIALS } from '../../apps/sandbox/src/credentials';
import { basicAuth } from './partner';

const { keyId, keySecret } = SANDBOX_CREDENTIALS;

async function bodyOf(request: IncomingMessage) {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text ? JSON.parse(text) : {};
}

/**
 * A shop as many tutorials build it: it trusts a right signature without asking the provider, believes every webhook, and
 * repeats nothing. @returns its address
 */
export async function openNaiveShop(sandboxUrl: string) {
  const status = new Map<string, string>();

  async function createOrder() {
    const reply = await fetch(`${sandboxUrl}/v1/orders`, {
      method: 'POST',
      headers: { authorization: basicAuth(keyId, keySecret), 'content-type': 'application/json' },
      body: JSON.stringify({ amount: 15_000, currency: 'INR', payment_capture: 1 }),
    });
    const { id, amount, currency } = await reply.json();
    status.set(id, 'CREATED');
    return [201, { id, amount, currency }] as const;
  }

  function verify({
    razorpay_order_id: order,
    razorpay_payment_id: payment,
    razorpay_signature,
  }: Record<string, string>) {
    const expected = createHmac('sha256', keySecret).update(`${order}|${payment}`).digest('hex');
    if (razorpay_signature !== expected) return [400, {}] as const;
    status.set(String(order), 'PAID');
    return [200, { message: 'Thank you' }] as const;
  }

  function hear({ event, payload }: { event: string; payload: { payment: { entity: { order_id: string } } } }) {
    const order = payload.payment.entity.order_id;
    if (event === 'payment.captured') status.set(order, 'PAID');
    if (event === 'payment.failed') status.set(order, 'FAILED');
    return [200, {}] as const;
  }

  async function answer(request: IncomingMessage) {
    const body = await bodyOf(request);
    if (request.url === '/user/order') return createOrder();
    if (request.url === '/user/verify') return verify(body);
    if (request.url === '/webhooks/razorpay') return hear(body);
    const order = request.url?.match(/^\/user\/order\/(\w+)$/)?.[1] ?? '';
    return status.has(order) ? ([200, { id: order, status: status.get(order) }] as const) : ([404, {}] as const);
  }

  const server = createServer(async (request, response) => {
    const [code, body] = await answer(request).catch(() => [500, {}] as const);
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
