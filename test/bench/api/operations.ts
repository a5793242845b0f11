import { requestBytes } from '../http/connection';
import { type Rate, saturate } from '../http/saturate';
import type { Contender, Contenders } from './contenders';
import { paidOrders } from './payments';

export const operations = ['getConfig', 'createOrder', 'verifyPayment'] as const;
export type Measured = (typeof operations)[number];

/** How one operation is asked for: the same request again and again, or a new one each time. */
interface Asking {
  status: number;
  next: () => Buffer | undefined;
}

/** A payment can be verified for the first time only once: so many are prepared per connection. */
const paymentsPerRun = (connections: number, seconds: number) => Math.round(seconds * (connections === 1 ? 80 : 160));

async function verifications({ sandbox, token }: Contenders, { databaseUrl }: Contender, count: number) {
  const paid = await paidOrders(sandbox, databaseUrl, count);
  return () => {
    const body = paid.pop();
    return body && requestBytes('POST', '/api/user/verify', body, { authorization: `Bearer ${token}` });
  };
}

async function askingFor(operation: Measured, all: Contenders, one: Contender, count: number): Promise<Asking> {
  const again = (request: Buffer) => () => request;
  if (operation === 'getConfig') return { status: 200, next: again(requestBytes('GET', '/api/config')) };
  if (operation === 'verifyPayment') return { status: 200, next: await verifications(all, one, count) };
  return { status: 201, next: again(requestBytes('POST', '/api/user/order', { amount: 150 })) };
}

/** Floods one server with one operation. First verifications end when the prepared payments do. */
export async function rateOf(
  operation: Measured,
  all: Contenders,
  one: Contender,
  connections: number,
  seconds: number,
): Promise<Rate> {
  const asking = await askingFor(operation, all, one, paymentsPerRun(connections, seconds));
  const { url, pid } = one.server;
  return saturate({ url, pid, connections, ...asking, seconds: operation === 'verifyPayment' ? 60 : seconds });
}
