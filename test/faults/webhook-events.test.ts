import { createHmac } from 'node:crypto';
import { SANDBOX_CREDENTIALS } from '../../apps/sandbox/src/credentials';
import { useFixture } from './fixture';

const fixture = useFixture();
const { claimedOrder, paidOrder, seen, requestsFor, eventsOf } = fixture;
type SandboxEvent = Awaited<ReturnType<typeof eventsOf>>[number];

const sendEvent = (body: string, signature?: string, eventId?: string) => {
  const request = fixture.api.agent.post('/webhooks/razorpay').set('content-type', 'application/json');
  if (eventId) request.set('x-razorpay-event-id', eventId);
  if (signature !== undefined) request.set('x-razorpay-signature', signature);
  return request.send(body);
};
const sign = (body: string, secret: string = SANDBOX_CREDENTIALS.webhookSecret) =>
  createHmac('sha256', secret).update(body).digest('hex');

describe('webhook events', () => {
  test('only the first five failed payments are stored, and a captured one after them counts', async () => {
    const id = await claimedOrder();
    for (let payment = 1; payment <= 7; payment++) await fixture.api.pay(id, { method: 'card', outcome: 'failed' });
    expect(await fixture.release({ orderId: id })).toEqual(Array(7).fill(200));
    expect((await seen(id)).payments).toHaveLength(5);
    await fixture.api.pay(id);
    await fixture.release({ orderId: id });
    const { status, payments } = await seen(id);
    expect(status).toBe('PAID');
    expect(payments.at(-1)).toMatchObject({ status: 'captured' });
  });

  test('a verification after the events succeeds without a call to the provider', async () => {
    const { id, paid } = await paidOrder();
    await fixture.release({ orderId: id });
    const asked = await requestsFor('fetchPayment');
    await fixture.fault({ operation: 'fetchPayment', kind: 'drop', times: 0 });
    await fixture.verify(paid);
    expect(await requestsFor('fetchPayment')).toBe(asked);
  });

  test('an event of the authorization is enough for a verification when the provider does not answer', async () => {
    const { id, paid } = await paidOrder();
    await fixture.release({ events: ['payment.authorized'], orderId: id });
    await fixture.fault({ operation: 'fetchPayment', kind: 'status', status: 500, times: 0 });
    await fixture.verify(paid);
    expect((await seen(id)).status).toBe('AUTHORIZED');
    await fixture.calm();
    await fixture.verify(paid);
    expect((await seen(id)).status).toBe('PAID');
  });

  test('events that arrive ten times at once count once', async () => {
    const { id } = await paidOrder();
    expect(await fixture.release({ orderId: id, times: 10, parallel: true })).toEqual(Array(30).fill(200));
    expect((await seen(id)).status).toBe('PAID');
  });

  test('two events with the same id both count', async () => {
    const [id, other] = [await claimedOrder(), await claimedOrder()];
    for (const each of [id, other]) await fixture.api.pay(each);
    const [event, another] = (await Promise.all([id, other].map(eventsOf))).map((events) =>
      events.find((each) => each.event === 'payment.captured'),
    ) as [SandboxEvent, SandboxEvent];
    for (const { body } of [event, another, event]) await sendEvent(body, sign(body), another.id).expect(200);
    for (const each of [id, other]) expect((await seen(each)).status).toBe('PAID');
  });

  test('another order, amount or currency for a known payment changes nothing', async () => {
    const [{ id }, other] = [await paidOrder(), await claimedOrder()];
    await fixture.release({ orderId: id });
    const { body } = (await eventsOf(id)).at(-1) as SandboxEvent;
    const odd = [
      { status: 'refunded', amount: 20_000 },
      { status: 'captured', amount: 20_000, amount_refunded: 16_000 },
      { status: 'refunded', currency: 'USD' },
      { order_id: other },
    ];
    for (const change of odd) {
      const event = JSON.parse(body);
      Object.assign(event.payload.payment.entity, change);
      const changed = JSON.stringify(event);
      await sendEvent(changed, sign(changed)).expect(200);
    }
    expect(await seen(other)).toMatchObject({ status: 'CREATED', payments: [] });
    expect(await seen(id)).toMatchObject({
      status: 'PAID',
      payments: [{ status: 'captured', amountPaise: 15_000, amountRefundedPaise: 0, currency: 'INR' }],
    });
  });

  test('an event is refused before parsing unless its raw bytes are signed', async () => {
    const { id } = await paidOrder();
    const { body } = (await eventsOf(id)).at(-1) as SandboxEvent;
    const wrong = ['', 'x', sign(`${body} `), sign(body, ''), sign(body, 'other'), sign(body).toUpperCase()];
    for (const signature of [undefined, ...wrong])
      expect((await sendEvent(body, signature).expect(400)).body.code).toBe('signature_invalid');
    expect((await sendEvent('{"not json', sign('{}')).expect(400)).body.code).toBe('signature_invalid');
    expect((await seen(id)).status).toBe('CREATED');

    // The signature covers the raw bytes, so the same event in another notation counts too.
    const spaced = JSON.stringify(JSON.parse(body), null, 2).replace('captured', '\\u0063aptured');
    await sendEvent(spaced, sign(spaced)).expect(200);
    expect((await seen(id)).status).toBe('PAID');
    expect((await sendEvent('{"not json', sign('{"not json')).expect(400)).body.code).toBe('malformed_json');
    expect((await sendEvent('[]', sign('[]')).expect(400)).body.code).toBe('invalid_input');
  });

  test('an event of an unknown kind or order, or with odd entities, is answered 200', async () => {
    const payment = { id: 'pay_00000000000000', status: 'captured', amount: 15_000, currency: 'INR' };
    const captured = (entity: object) => ({ event: 'payment.captured', payload: { payment: { entity } } });
    const bodies = [
      { event: 'settlement.processed', payload: { settlement: { entity: { id: 'setl_1', newField: [1] } } } },
      captured({ ...payment, order_id: 'order_00000000000000' }),
      captured({ ...payment, order_id: null }),
      { event: 'payment.\u0000new', payload: { payment: null }, something: 'new' },
    ];
    for (const content of bodies) {
      const body = JSON.stringify({ entity: 'event', ...content, created_at: 1_768_469_400 });
      await sendEvent(body, sign(body)).expect(200, { received: true });
    }
  });
});
