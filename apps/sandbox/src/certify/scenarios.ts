import type { Shop } from './shop';
import { accepted, changed, check, createDuring, refused, refuses, secondPayment, verifyDuring } from './steps';

export interface Scenario {
  /** Stable. */
  id: string;
  /** The scenario in the provider's documents (razorpay.com/docs, "Test S2S": best practices, orders), where there is one. */
  razorpay?: string;
  title: string;
  run: (shop: Shop) => Promise<void>;
}

const creating: Scenario[] = [
  {
    id: 'order.created',
    razorpay: 'ORD-01',
    title: 'an order has the id and the amount of the provider',
    run: async (shop) => {
      const { status, body } = await shop.create();
      const { orders } = await shop.provider();
      const made = orders.find(({ id }) => id === body.id);
      check(made !== undefined, `answered ${status}, with an id that the provider does not know`);
      check(body.amount === made?.amount && body.currency === 'INR', 'amount and currency are not the provider’s');
    },
  },
  {
    id: 'order.answer-lost',
    razorpay: 'BP-07',
    title: 'the provider’s answer is lost: still one order',
    run: (shop) => createDuring(shop, { kind: 'drop', when: 'after' }, true),
  },
  {
    id: 'order.provider-500',
    title: 'the provider answers 500',
    run: (shop) => createDuring(shop, { kind: 'status', status: 500 }),
  },
  {
    id: 'order.provider-429',
    title: 'the provider answers 429',
    run: (shop) => createDuring(shop, { kind: 'status', status: 429 }),
  },
  {
    id: 'order.provider-garbage',
    title: 'the provider answers garbage',
    run: (shop) => createDuring(shop, { kind: 'garbage' }),
  },
  {
    id: 'order.provider-hangs',
    title: 'the provider does not answer',
    run: (shop) => createDuring(shop, { kind: 'hang' }),
  },
];

const verifying: Scenario[] = [
  {
    id: 'verify.genuine',
    razorpay: 'BP-02',
    title: 'a captured payment is accepted, and pays the order',
    run: async (shop) => {
      const order = await shop.order();
      accepted(await shop.verify(await shop.pay(order)));
      await shop.untilPaid(order);
    },
  },
  {
    id: 'verify.wrong-signature',
    razorpay: 'BP-02',
    title: 'a signature with one other character is refused',
    run: async (shop) => {
      const order = await shop.order();
      const paid = await shop.pay(order);
      refused(await shop.verify({ ...paid, razorpay_signature: changed(paid.razorpay_signature) }));
      await shop.never(order, 'PAID');
    },
  },
  {
    id: 'verify.other-order',
    title: 'a genuine payment of another order is refused',
    run: async (shop) => {
      const [order, other] = [await shop.order(), await shop.order()];
      refused(await shop.verify({ ...(await shop.pay(other)), razorpay_order_id: order }));
      await shop.never(order, 'PAID');
    },
  },
  {
    id: 'verify.other-amount',
    title: 'a payment of another amount is not accepted',
    run: async (shop) => void (await refuses(shop, { amount: 14_999 })),
  },
  {
    id: 'verify.other-currency',
    title: 'a payment in another currency is not accepted',
    run: async (shop) => void (await refuses(shop, { currency: 'USD' })),
  },
  {
    id: 'verify.failed',
    razorpay: 'ORD-02, ORD-03',
    title: 'a failed payment is not accepted, and another pays the same order',
    run: async (shop) => {
      const order = await refuses(shop, { outcome: 'failed' });
      accepted(await shop.verify(await shop.pay(order)));
      await shop.untilPaid(order);
    },
  },
  {
    id: 'verify.undecided',
    title: 'a payment that the bank has not decided is not accepted',
    run: async (shop) => void (await refuses(shop, { outcome: 'created' })),
  },
  {
    id: 'verify.refunded',
    title: 'a refunded payment is not accepted',
    run: async (shop) =>
      void (await refuses(shop, {}, ({ razorpay_payment_id: id }) => shop.control('POST', `/payments/${id}/refund`))),
  },
  {
    id: 'verify.authorised',
    title: 'an authorised payment does not count as paid before it is captured',
    run: async (shop) => {
      const order = await shop.order();
      const { razorpay_payment_id: id, ...rest } = await shop.pay(order, { outcome: 'authorized' });
      await shop.verify({ razorpay_payment_id: id, ...rest });
      const { payments } = await shop.provider();
      if (payments.find((payment) => payment.id === id)?.status !== 'captured') await shop.never(order, 'PAID');
    },
  },
  {
    id: 'verify.repeated',
    title: 'the same verification is accepted again, also at the same time',
    run: async (shop) => {
      const order = await shop.order();
      const paid = await shop.pay(order);
      for (const answer of await Promise.all([1, 2, 3].map(() => shop.verify(paid)))) accepted(answer);
      accepted(await shop.verify(paid));
      await shop.untilPaid(order);
    },
  },
  {
    id: 'verify.provider-500',
    title: 'the provider answers 500: the outcome stays open',
    run: (shop) => verifyDuring(shop, { kind: 'status', status: 500 }),
  },
  {
    id: 'verify.provider-garbage',
    title: 'the provider answers garbage: the outcome stays open',
    run: (shop) => verifyDuring(shop, { kind: 'garbage' }),
  },
  {
    id: 'verify.provider-hangs',
    title: 'the provider does not answer: the outcome stays open',
    run: (shop) => verifyDuring(shop, { kind: 'hang' }),
  },
];

const hearing: Scenario[] = [
  {
    id: 'webhook.browser-closed',
    razorpay: 'BP-01',
    title: 'events alone pay the order',
    run: async (shop) => {
      const order = await shop.order();
      await shop.pay(order);
      await shop.deliver(order);
      await shop.untilPaid(order);
    },
  },
  {
    id: 'webhook.before-verify',
    title: 'events come before the verification',
    run: async (shop) => {
      const order = await shop.order();
      const paid = await shop.pay(order);
      await shop.deliver(order);
      accepted(await shop.verify(paid));
      await shop.untilPaid(order);
    },
  },
  {
    id: 'webhook.repeated',
    title: 'each event comes five times at once',
    run: async (shop) => {
      const order = await shop.order();
      await shop.pay(order);
      await shop.deliver(order, { times: 5, parallel: true });
      await shop.untilPaid(order);
    },
  },
  {
    id: 'webhook.reversed',
    title: 'events come in the reverse order',
    run: async (shop) => {
      const order = await shop.order();
      await shop.pay(order);
      await shop.deliver(order, { events: ['order.paid', 'payment.captured', 'payment.authorized'] });
      await shop.untilPaid(order);
      await shop.never(order, 'AUTHORIZED');
    },
  },
  {
    id: 'webhook.stale-failure',
    title: 'the failure of an earlier attempt comes after the payment',
    run: async (shop) => {
      const order = await shop.order();
      await shop.pay(order, { outcome: 'failed' });
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
      const order = await shop.order();
      const { razorpay_payment_id: id } = await shop.pay(order, { outcome: 'failed' });
      await shop.deliver(order);
      await shop.never(order, 'PAID');
      await shop.control('POST', `/payments/${id}/capture`);
      await shop.deliver(order);
      await shop.untilPaid(order);
    },
  },
  {
    id: 'webhook.other-amount',
    title: 'an event about another amount does not pay the order',
    run: async (shop) => {
      const order = await shop.order();
      await shop.pay(order, { amount: 100 });
      await shop.deliver(order);
      await shop.never(order, 'PAID');
    },
  },
  {
    id: 'webhook.forged',
    razorpay: 'BP-37',
    title: 'events with a wrong, a foreign or no signature are refused',
    run: async (shop) => {
      const order = await shop.order();
      await shop.pay(order, { outcome: 'failed' });
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
      const body = JSON.stringify({
        entity: 'event',
        event: 'invoice.drafted',
        contains: [],
        payload: {},
        created_at: 1,
      });
      const { status } = await shop.webhook(body, await shop.signed(body), `evt_unknown${Date.now()}`);
      check(status >= 200 && status < 300, `answered ${status}: the provider would send it for a day`);
    },
  },
];

const refunding: Scenario[] = [
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
      const order = await shop.order();
      const paid = await shop.pay(order);
      accepted(await shop.verify(paid));
      await shop.untilPaid(order);
      await shop.control('POST', `/payments/${paid.razorpay_payment_id}/refund`);
      await shop.deliver(order, { events: ['refund.created', 'refund.processed'] });
      await shop.never(order, 'PAID');
    },
  },
];

export const scenarios: Scenario[] = [...creating, ...verifying, ...hearing, ...refunding];
