import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { fault } from './repeat';
import { type Stage, startStage } from './stage';

let stage: Stage;
let token: string;
beforeAll(async () => {
  stage = await startStage();
  token = (await stage.api.newPerson()).token;
});
afterEach(() => stage.calm());
afterAll(() => stage.close());

async function claimedOrder() {
  const id = await stage.api.newOrder();
  await stage.api.claimOrder(id, token).expect(200);
  return id;
}
const seen = async (id: string) => (await stage.api.get(`/user/order/${id}`, token).expect(200)).body;
const requestsFor = async (operation: string) => (await stage.provider()).requests[operation] ?? 0;

interface SandboxEvent {
  id: string;
  event: string;
  orderId: string;
  body: string;
}
const eventsOf = async (id: string) =>
  (await stage.sandbox.control<SandboxEvent[]>('GET', '/webhooks/events')).filter(({ orderId }) => orderId === id);

const sendEvent = (body: string, signature?: string, eventId?: string) => {
  const request = stage.api.agent.post('/webhooks/razorpay').set('content-type', 'application/json');
  if (eventId) request.set('x-razorpay-event-id', eventId);
  if (signature !== undefined) request.set('x-razorpay-signature', signature);
  return request.send(body);
};
const sign = (body: string, secret = 'sandbox-webhook-secret-not-for-production') =>
  createHmac('sha256', secret).update(body).digest('hex');

/** Every order of these. */
const permutations = <T>(all: T[]): T[][] =>
  all.length < 2
    ? [all]
    : all.flatMap((one) => permutations(all.filter((each) => each !== one)).map((rest) => [one, ...rest]));

/** How often an order has entered a state, as the log tells it: a line may come after the answer. */
async function entered(id: string, status: string) {
  const line = `"order_changed","orderId":"${id}".*"to":"${status}"`;
  await stage.server.untilPrinted(new RegExp(line));
  return stage.server.output().match(new RegExp(line, 'g'))?.length;
}

describe('events', () => {
  fault('of failed tries the first five are kept, and money after them counts', async () => {
    const id = await claimedOrder();
    for (let payment = 1; payment <= 7; payment++) await stage.api.pay(id, { method: 'card', outcome: 'failed' });
    expect(await stage.release({ orderId: id })).toEqual(Array(7).fill(200));
    expect((await seen(id)).payments).toHaveLength(5);
    await stage.api.pay(id);
    await stage.release({ orderId: id });
    const { status, payments } = await seen(id);
    expect(status).toBe('PAID');
    expect(payments.at(-1)).toMatchObject({ status: 'captured' });
  });

  fault('before verification: the verification succeeds without asking the provider', async () => {
    const id = await claimedOrder();
    const paid = await stage.api.pay(id);
    await stage.release({ orderId: id });
    const asked = await requestsFor('fetchPayment');
    await stage.fault({ operation: 'fetchPayment', kind: 'drop', times: 0 });
    await stage.api.verifyPayment(paid, token).expect(200);
    expect(await requestsFor('fetchPayment')).toBe(asked);
  });

  fault('that tell of the authorisation alone: the verification finds the payment captured', async () => {
    const id = await claimedOrder();
    const paid = await stage.api.pay(id);
    await stage.release({ events: ['payment.authorized'], orderId: id });
    expect((await seen(id)).status).toBe('AUTHORIZED');
    await stage.api.verifyPayment(paid, token).expect(200);
    expect((await seen(id)).status).toBe('PAID');
  });

  fault('that tell of the authorisation are enough where the provider cannot be asked', async () => {
    const id = await claimedOrder();
    const paid = await stage.api.pay(id);
    await stage.release({ events: ['payment.authorized'], orderId: id });
    await stage.fault({ operation: 'fetchPayment', kind: 'status', status: 500, times: 0 });
    await stage.api.verifyPayment(paid, token).expect(200);
    expect((await seen(id)).status).toBe('AUTHORIZED');
  });

  fault('ten times at once count once', async () => {
    const id = await claimedOrder();
    await stage.api.pay(id);
    const statuses = await stage.release({ orderId: id, times: 10, parallel: true });
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(statuses.length).toBe(30);
    expect((await seen(id)).status).toBe('PAID');
    expect(await entered(id, 'PAID')).toBe(1);
    const repeated = () => stage.server.output().match(/"event":"webhook".*"result":"repeated"/g)?.length ?? 0;
    while (repeated() < 27) await once(stage.server.child, 'printed');
  });

  fault('that come under the id of another count, and so does the other', async () => {
    const [id, other] = [await claimedOrder(), await claimedOrder()];
    for (const each of [id, other]) await stage.api.pay(each);
    const [event, another] = (await Promise.all([id, other].map(eventsOf))).map((events) =>
      events.find((each) => each.event === 'payment.captured'),
    ) as [SandboxEvent, SandboxEvent];
    for (const { body } of [event, another, event]) await sendEvent(body, sign(body), another.id).expect(200);
    for (const each of [id, other]) expect((await seen(each)).status).toBe('PAID');
    expect(await entered(id, 'PAID')).toBe(1);
  });

  fault('in each of the 24 orders of the four end in the same PAID order', async () => {
    const names = ['payment.failed', 'payment.authorized', 'payment.captured', 'order.paid'];
    for (const order of permutations(names)) {
      const id = await claimedOrder();
      const paid = await stage.api.pay(id, { late: true });
      const events = await eventsOf(id);
      const ids = order.map((name) => events.find(({ event }) => event === name)?.id);
      expect(await stage.release({ ids })).toEqual([200, 200, 200, 200]);
      expect(await seen(id)).toMatchObject({
        status: 'PAID',
        payments: [{ id: paid.razorpay_payment_id, status: 'captured' }],
      });
      expect(await entered(id, 'PAID')).toBe(1);
    }
  });

  fault('of a refund that come before those of its capture make the order REFUNDED', async () => {
    const id = await claimedOrder();
    const paid = await stage.api.pay(id);
    await stage.sandbox.control('POST', `/payments/${paid.razorpay_payment_id}/refund`);
    await stage.release({
      events: ['refund.processed', 'order.paid', 'payment.captured', 'payment.authorized'],
      orderId: id,
    });
    expect(await seen(id)).toMatchObject({
      status: 'REFUNDED',
      payments: [{ status: 'refunded', amountRefundedPaise: 15000 }],
    });
  });

  fault('of a late authorisation: the failed payment is captured after all', async () => {
    const id = await claimedOrder();
    const paid = await stage.api.pay(id, { outcome: 'failed' });
    await stage.release({ orderId: id });
    expect((await stage.api.verifyPayment(paid, token).expect(409)).body.code).toBe('payment_failed');
    await stage.sandbox.control('POST', `/payments/${paid.razorpay_payment_id}/authorize`);
    await stage.release({ orderId: id });
    await stage.api.verifyPayment(paid, token).expect(200);
    expect(await seen(id)).toMatchObject({ status: 'PAID', payments: [{ status: 'captured' }] });
  });

  fault('that name a known payment for another order are kept, and change nothing', async () => {
    const [first, second] = [await claimedOrder(), await claimedOrder()];
    await stage.api.pay(first);
    await stage.release({ orderId: first });
    const { body } = (await eventsOf(first)).at(-1) as SandboxEvent;
    const moved = body.replaceAll(first, second);
    await sendEvent(moved, sign(moved)).expect(200);
    expect(await seen(second)).toMatchObject({ status: 'CREATED', payments: [] });
    expect((await seen(first)).status).toBe('PAID');
  });

  fault('that name another amount or currency for a known payment are kept, and change nothing', async () => {
    const id = await claimedOrder();
    await stage.api.pay(id);
    await stage.release({ orderId: id });
    const { body } = (await eventsOf(id)).at(-1) as SandboxEvent;
    const odd = [
      { status: 'refunded', amount: 20_000 },
      { status: 'captured', amount: 20_000, amount_refunded: 16_000 },
      { status: 'refunded', currency: 'USD' },
    ];
    for (const change of odd) {
      const event = JSON.parse(body);
      Object.assign(event.payload.payment.entity, change);
      const changed = JSON.stringify(event);
      await sendEvent(changed, sign(changed)).expect(200);
    }
    expect(await seen(id)).toMatchObject({
      status: 'PAID',
      payments: [{ status: 'captured', amountPaise: 15_000, amountRefundedPaise: 0, currency: 'INR' }],
    });
  });

  fault('are refused unread where the signature is not that of the raw bytes', async () => {
    const id = await claimedOrder();
    await stage.api.pay(id);
    const { body } = (await eventsOf(id)).at(-1) as SandboxEvent;
    for (const signature of [
      undefined,
      '',
      'x',
      sign(`${body} `),
      sign(body, ''),
      sign(body, 'other'),
      sign(body).toUpperCase(),
    ])
      expect((await sendEvent(body, signature).expect(400)).body.code).toBe('signature_invalid');
    expect((await sendEvent('{"not json', sign('{}')).expect(400)).body.code).toBe('signature_invalid');
    expect((await seen(id)).status).toBe('CREATED');

    // The same event written otherwise is signed over other bytes, and counts just as well.
    const spaced = JSON.stringify(JSON.parse(body), null, 2).replace('captured', '\\u0063aptured');
    await sendEvent(spaced, sign(spaced)).expect(200);
    expect((await seen(id)).status).toBe('PAID');
    expect((await sendEvent('{"not json', sign('{"not json')).expect(400)).body.code).toBe('malformed_json');
    expect((await sendEvent('[]', sign('[]')).expect(400)).body.code).toBe('invalid_input');
  });

  fault('of an unknown kind, of unknown orders or with strange entities are recorded and answered 200', async () => {
    const bodies = [
      { event: 'settlement.processed', payload: { settlement: { entity: { id: 'setl_1', newField: [1] } } } },
      {
        event: 'payment.captured',
        payload: {
          payment: {
            entity: {
              id: 'pay_00000000000000',
              order_id: 'order_00000000000000',
              status: 'captured',
              amount: 15000,
              currency: 'INR',
            },
          },
        },
      },
      {
        event: 'payment.captured',
        payload: { payment: { entity: { id: 'pay_00000000000000', order_id: null, status: 'captured' } } },
      },
      { event: 'payment.\u0000new', payload: { payment: null }, something: 'new' },
    ];
    for (const content of bodies) {
      const body = JSON.stringify({ entity: 'event', ...content, created_at: 1_768_469_400 });
      await sendEvent(body, sign(body)).expect(200, { received: true });
    }
  });
});
