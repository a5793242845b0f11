import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SANDBOX_CREDENTIALS } from '../../apps/sandbox/src/credentials';
import { basicAuth } from './partner';

/** What a shop does wrong. */
export type Flaw =
  | 'takes any amount'
  | 'asks for manual capture'
  | 'gives up at the first fault'
  | 'forgets events at a fault'
  | 'does not recognise repeated events'
  | 'refunds without a key';

interface Payment {
  id: string;
  status: string;
  amount: number;
  currency: string;
}
interface Call {
  path: string;
  text: string;
  headers: IncomingMessage['headers'];
}
type Answer = readonly [number, object];

const { keyId, keySecret, webhookSecret } = SANDBOX_CREDENTIALS;
const hmac = (text: string, key: string) => createHmac('sha256', key).update(text).digest('hex');
const price = 15_000;

/**
 * A shop that asks the provider about every payment, except for one flaw. A naive shop is as many tutorials build it: it
 * trusts the signature of checkout and every event, and repeats nothing.
 */
export async function openShop(sandboxUrl: string, flaw?: Flaw | 'naive') {
  const status = new Map<string, string>();
  const heard = new Set<string>();

  async function ask(method: string, path: string, body?: object, key?: string) {
    const tries = flaw === 'gives up at the first fault' || flaw === 'naive' ? 1 : 2;
    for (let left = tries; left > 0; left--) {
      const reply = await fetch(`${sandboxUrl}/v1${path}`, {
        method,
        headers: {
          authorization: basicAuth(keyId, keySecret),
          ...(body && { 'content-type': 'application/json' }),
          ...(key && { 'x-refund-idempotency': key }),
        },
        body: body && JSON.stringify(body),
      });
      if (reply.ok) return reply.json();
    }
    throw new Error('the provider does not answer');
  }

  async function createOrder({ amount }: { amount: number }): Promise<Answer> {
    const { id, currency, ...made } = await ask('POST', '/orders', {
      amount: flaw === 'takes any amount' ? amount * 100 : price,
      currency: 'INR',
      receipt: randomUUID(),
      payment_capture: flaw === 'asks for manual capture' ? 0 : 1,
    });
    status.set(id, 'CREATED');
    return [201, { id, currency, amount: made.amount }];
  }

  /** Takes what the provider knows about an order. A second payment goes back. */
  async function update(order: string) {
    const { items } = (await ask('GET', `/orders/${order}/payments`)) as { items: Payment[] };
    const fits = items.filter(({ amount, currency }) => amount === price && currency === 'INR');
    const [first, ...surplus] = fits.filter((each) => each.status === 'captured');
    for (const { id } of surplus) {
      const key = flaw === 'refunds without a key' ? undefined : `refund-${id}`;
      await ask('POST', `/payments/${id}/refund`, { amount: price }, key);
    }
    if (first) status.set(order, 'PAID');
    else if (fits.some((each) => each.status === 'refunded')) status.set(order, 'REFUNDED');
  }

  async function verify(paid: Record<string, string>): Promise<Answer> {
    const order = String(paid.razorpay_order_id);
    if (paid.razorpay_signature !== hmac(`${order}|${paid.razorpay_payment_id}`, keySecret)) return [400, {}];
    if (flaw === 'naive') status.set(order, 'PAID');
    else await update(order);
    return status.get(order) === 'PAID' ? [200, {}] : [409, {}];
  }

  function believe(text: string): Answer {
    const { event, payload } = JSON.parse(text);
    const order = payload.payment.entity.order_id;
    if (event === 'payment.captured') status.set(order, 'PAID');
    if (event === 'payment.failed') status.set(order, 'FAILED');
    return [200, {}];
  }

  async function hear({ text, headers }: Call): Promise<Answer> {
    if (flaw === 'naive') return believe(text);
    if (headers['x-razorpay-signature'] !== hmac(text, webhookSecret)) return [400, {}];
    const id = String(headers['x-razorpay-event-id']);
    const { event, payload } = JSON.parse(text);
    const { order_id: order, amount } = payload.payment?.entity ?? {};
    if (!order || heard.has(id)) return [200, {}];
    if (flaw === 'forgets events at a fault') heard.add(id);
    const isPaid = event === 'payment.captured' && amount === price;
    if (flaw === 'does not recognise repeated events')
      status.set(order, isPaid ? 'PAID' : event.startsWith('refund.') ? 'REFUNDED' : String(status.get(order)));
    else await update(order);
    if (flaw !== 'does not recognise repeated events') heard.add(id);
    return [200, {}];
  }

  async function answer(call: Call): Promise<Answer> {
    if (call.path === '/user/order') return createOrder(JSON.parse(call.text));
    if (call.path === '/user/verify') return verify(JSON.parse(call.text));
    if (call.path === '/webhooks/razorpay') return hear(call);
    const order = call.path.replace('/user/order/', '');
    return status.has(order) ? [200, { id: order, status: status.get(order) }] : [404, {}];
  }

  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { url: path = '', headers } = request;
    const [code, body] = await answer({ path, text, headers }).catch(() => [503, {}] as const);
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
