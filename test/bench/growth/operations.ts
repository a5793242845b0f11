import { createHmac } from 'node:crypto';
import { SANDBOX_CREDENTIALS } from '../../../apps/sandbox/src/credentials';
import { paidOrders, type Verification } from '../api/payments';
import { Connection, requestBytes } from '../http/connection';
import { median } from '../measure/median';
import type { Sandbox } from '../servers/stage';

/** A database of some size, the server that works on it, and somebody who is signed in there. */
export interface Town {
  orders: number;
  url: string;
  databaseUrl: string;
  token: string;
}

const perRound = 150;

interface Asked {
  operation: string;
  request: Buffer;
}

function webhook({ razorpay_order_id, razorpay_payment_id }: Verification): Buffer {
  const payment = {
    ...{ id: razorpay_payment_id, entity: 'payment', order_id: razorpay_order_id, status: 'captured' },
    ...{ amount: 15_000, amount_refunded: 0, currency: 'INR', method: 'card' },
  };
  const event = {
    entity: 'event',
    event: 'payment.captured',
    payload: { payment: { entity: payment } },
    created_at: 1,
  };
  const signature = createHmac('sha256', SANDBOX_CREDENTIALS.webhookSecret).update(JSON.stringify(event)).digest('hex');
  const headers = { 'x-razorpay-signature': signature, 'x-razorpay-event-id': `evt_${razorpay_payment_id}` };
  return requestBytes('POST', '/api/webhooks/razorpay', event, headers);
}

/** What a payer's visit asks for, step by step; one payment is verified, another is told by the provider. */
function visitOf([verified, told]: [Verification, Verification], token: string): Asked[] {
  const headers = { authorization: `Bearer ${token}` };
  const { razorpay_order_id: id } = verified;
  return [
    { operation: 'createOrder', request: requestBytes('POST', '/api/user/order', { amount: 150 }) },
    { operation: 'claimOrder', request: requestBytes('POST', `/api/user/order/${id}/claim`, undefined, headers) },
    { operation: 'verifyPayment', request: requestBytes('POST', '/api/user/verify', verified, headers) },
    { operation: 'receivePaymentEvent', request: webhook(told) },
    { operation: 'getOrder', request: requestBytes('GET', `/api/user/order/${id}`, undefined, headers) },
    { operation: 'listOrders', request: requestBytes('GET', '/api/user/orders', undefined, headers) },
    { operation: 'getMe', request: requestBytes('GET', '/api/user/me', undefined, headers) },
  ];
}

/** Medians of each operation in milliseconds, asked one after the other. */
export async function timesOf(town: Town, sandbox: Sandbox, count = perRound): Promise<Map<string, number>> {
  const paid = await paidOrders(sandbox, town.databaseUrl, count * 2);
  const times = new Map<string, number[]>();
  const connection = await Connection.open(town.url);
  for (let visit = 0; visit < count; visit += 1) {
    const pair = paid.splice(0, 2) as [Verification, Verification];
    for (const { operation, request } of visitOf(pair, town.token)) {
      const started = performance.now();
      const { status, body } = await connection.send(request);
      times.set(operation, [...(times.get(operation) ?? []), performance.now() - started]);
      if (status >= 300) throw new Error(`${operation} answered ${status} ${body}`);
    }
  }
  connection.close();
  return new Map([...times].map(([operation, ms]) => [operation, median(ms)]));
}
