import type { Identifiers, Shop } from './shop';
import { accepted, changed, check, hearDuring, paidByEvents, refused, type Scenario, secondPayment } from './steps';

async function refundElsewhere(shop: Shop, order: string, { razorpay_payment_id: id }: Identifiers) {
  await shop.control('POST', `/payments/${id}/refund`);
  await shop.deliver(order, { events: ['refund.created', 'refund.processed'] });
}

export const hearing: Scenario[] = [
  {
    id: 'webhook.browser-closed',
    razorpay: 'BP-01',
    title: 'events alone pay the order',
    run: (shop) => paidByEvents(shop),
  },
  {
    id: 'webhook.before-verify',
    title: 'events come before the verification',
    run: async (shop) => {
      const { order, paid } = await shop.paidOrder();
      await shop.deliver(order);
      accepted(await shop.verify(paid));
      await shop.untilPaid(order);
    },
  },
  {
    id: 'webhook.repeated',
    title: 'each event comes five times at once',
    run: (shop) => paidByEvents(shop, { times: 5, parallel: true }),
  },
  {
    id: 'webhook.reversed',
    title: 'events come in the reverse order',
    run: async (shop) => {
      const { order } = await paidByEvents(shop, { events: ['order.paid', 'payment.captured', 'payment.authorized'] });
      await shop.never(order, 'AUTHORIZED');
    },
  },
  {
    id: 'webhook.stale-failure',
    title: 'the failure of an earlier attempt comes after the payment',
    run: async (shop) => {
      const { order } = await shop.paidOrder({ outcome: 'failed' });
      accepted(await shop.verify(await shop.pay(order)));
      await shop.deliver(order, { events: ['payment.failed'] });
      await shop.untilPaid(order);
    },
  },
  {
    id: 'webhook.late-authorisation',
    razorpay: 'BP-06',
    title: 'a failed payment is authorised late, and pays the order',
    run: async (shop) => {
      const { order, paid } = await shop.paidOrder({ outcome: 'failed' });
      await shop.deliver(order);
      await shop.never(order, 'PAID');
      await shop.control('POST', `/payments/${paid.razorpay_payment_id}/capture`);
      await shop.deliver(order);
      await shop.untilPaid(order);
    },
  },
  {
    id: 'webhook.other-amount',
    title: 'an event about another amount does not pay the order',
    run: async (shop) => {
      const { order } = await shop.paidOrder({ amount: 100 });
      await shop.deliver(order);
      await shop.never(order, 'PAID');
    },
  },
  {
    id: 'webhook.provider-500',
    title: 'an event comes while the provider answers 500: it is not lost',
    run: (shop) => hearDuring(shop, { kind: 'status', status: 500 }),
  },
  {
    id: 'webhook.replayed',
    title: 'an old event comes again after the refund: the order does not become paid again',
    run: async (shop) => {
      const { order, paid } = await paidByEvents(shop);
      const event = await shop.event(order, 'payment.captured');
      await refundElsewhere(shop, order, paid);
      await shop.webhook(event.body, event.signature, event.id);
      await shop.never(order, 'PAID');
    },
  },
  {
    id: 'webhook.forged',
    razorpay: 'BP-37',
    title: 'events with a wrong, a foreign or no signature are refused',
    run: async (shop) => {
      const { order } = await shop.paidOrder({ outcome: 'failed' });
      const [event] = await shop.events(order);
      const { body, signature } = event as { body: string; signature: string };
      const forged = body.replace('payment.failed', 'payment.captured').replace('"failed"', '"captured"');
      const tries = [
        [body, changed(signature)],
        [forged, signature],
        [forged, undefined],
      ] as const;
      for (const [index, [text, given]] of tries.entries())
        refused(await shop.webhook(text, given, `evt_forged${index}`));
      await shop.never(order, 'PAID');
    },
  },
  {
    id: 'webhook.unknown',
    title: 'an event of an unknown type is answered 2xx',
    run: async (shop) => {
      const event = { entity: 'event', event: 'invoice.drafted', contains: [], payload: {}, created_at: 1 };
      const body = JSON.stringify(event);
      const { status } = await shop.webhook(body, await shop.signed(body), `evt_unknown${Date.now()}`);
      check(status >= 200 && status < 300, `answered ${status}: the provider would send it for a day`);
    },
  },
];

export const refunding: Scenario[] = [
  { id: 'refund.second-payment', title: 'a second payment of a paid order is refunded once', run: secondPayment },
  {
    id: 'refund.answer-lost',
    razorpay: 'BP-12',
    title: 'the provider’s answer to a refund is lost: still one refund',
    run: async (shop) => {
      await shop.fault({ operation: 'refundPayment' }, { kind: 'drop', when: 'after' });
      await secondPayment(shop);
    },
  },
  {
    id: 'refund.event',
    title: 'a refund made elsewhere is learned from its events',
    run: async (shop) => {
      const { order, paid } = await shop.paidOrder();
      accepted(await shop.verify(paid));
      await shop.untilPaid(order);
      await refundElsewhere(shop, order, paid);
      await shop.never(order, 'PAID');
    },
  },
];
