import { requestBytes } from '../http/connection';
import type { Pool } from './pool';

/** What a payer does: most pay and come back; others close the browser, fail first, or leave. */
const endings = [
  'pays',
  'pays',
  'pays',
  'pays',
  'pays',
  'pays',
  'closes',
  'fails first',
  'comes back twice',
  'leaves',
] as const;
export type Ending = (typeof endings)[number];

/** What happened so far, over all payers. */
export interface Tally {
  payments: number;
  statuses: Map<number, number>;
  /** Milliseconds by operation. */
  times: Map<string, number[]>;
  endings: Map<Ending, number>;
}

export const newTally = (): Tally => ({ payments: 0, statuses: new Map(), times: new Map(), endings: new Map() });
const count = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1);

/** Where payers go: the product, and the provider's controls. */
export interface Shop {
  product: Pool;
  provider: Pool;
  tokens: string[];
}

interface Checkout {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
}

async function ask<T>({ product }: Shop, tally: Tally, operation: string, request: Buffer): Promise<T> {
  const started = performance.now();
  const { status, body } = await product.send(request);
  count(tally.statuses, status);
  const times = tally.times.get(operation) ?? [];
  times.push(performance.now() - started);
  tally.times.set(operation, times);
  return (body ? JSON.parse(body) : {}) as T;
}

async function pay({ provider }: Shop, orderId: string, how: object = {}): Promise<Checkout> {
  const { body } = await provider.send(requestBytes('POST', `/control/orders/${orderId}/pay`, how));
  const { razorpay_order_id, razorpay_payment_id, razorpay_signature } = JSON.parse(body);
  return { razorpay_order_id, razorpay_payment_id, razorpay_signature };
}

/** One whole payment, as the site makes it, to one of its endings. */
export async function visit(shop: Shop, tally: Tally, number: number): Promise<void> {
  const ending = endings[number % endings.length] ?? 'pays';
  const headers = { authorization: `Bearer ${shop.tokens[number % shop.tokens.length]}` };
  const asked = <T = unknown>(operation: string, method: string, path: string, body?: object) =>
    ask<T>(shop, tally, operation, requestBytes(method, `/api${path}`, body, headers));
  const { id } = await asked<{ id: string }>('createOrder', 'POST', '/user/order', { amount: 150 });
  await asked('claimOrder', 'POST', `/user/order/${id}/claim`);
  count(tally.endings, ending);
  tally.payments += 1;
  if (ending === 'leaves') return;
  if (ending === 'fails first') await pay(shop, id, { outcome: 'failed' });
  const paid = await pay(shop, id);
  if (ending === 'closes') return;
  const verify = () => asked('verifyPayment', 'POST', '/user/verify', paid);
  await Promise.all(ending === 'comes back twice' ? [verify(), verify()] : [verify()]);
  await asked('getOrder', 'GET', `/user/order/${id}`);
  await asked('listOrders', 'GET', '/user/orders?limit=5');
}
