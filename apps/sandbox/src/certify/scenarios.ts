import { hearing, refunding } from './event-scenarios';
import {
  accepted,
  captures,
  changed,
  check,
  createDuring,
  refused,
  refuses,
  type Scenario,
  verifyDuring,
} from './steps';

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
    id: 'order.other-amount',
    title: 'an order has the price of the shop, whatever the caller sends',
    run: async (shop) => {
      for (const amount of [1, 149, 15_000]) {
        const { body } = await shop.create(amount);
        const made = (await shop.provider()).orders.find(({ id }) => id === body.id);
        check(
          (made?.amount ?? 15_000) === 15_000,
          `an order of ${made?.amount} paise is made for the amount ${amount}`,
        );
      }
    },
  },
  {
    id: 'order.captured',
    title: 'an approved payment is captured',
    run: captures,
  },
  {
    id: 'order.answer-lost',
    razorpay: 'BP-07',
    title: 'the provider’s answer is lost: still one order',
    run: (shop) => createDuring(shop, { kind: 'drop', when: 'after' }, true),
  },
  {
    id: 'order.provider-500',
    title: 'the provider answers 500 once: the order is made all the same',
    run: (shop) => createDuring(shop, { kind: 'status', status: 500 }, true),
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
      const { order, paid } = await shop.paidOrder();
      accepted(await shop.verify(paid));
      await shop.untilPaid(order);
    },
  },
  {
    id: 'verify.wrong-signature',
    razorpay: 'BP-02',
    title: 'a signature with one other character is refused',
    run: async (shop) => {
      const { paid } = await shop.paidOrder();
      refused(await shop.verify({ ...paid, razorpay_signature: changed(paid.razorpay_signature) }));
      // The payment is captured all the same: a shop that asks the provider may say PAID.
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
    run: (shop) => refuses(shop, { amount: 14_999 }),
  },
  {
    id: 'verify.other-currency',
    title: 'a payment in another currency is not accepted',
    run: (shop) => refuses(shop, { currency: 'USD' }),
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
    run: (shop) => refuses(shop, { outcome: 'created' }),
  },
  {
    id: 'verify.refunded',
    title: 'a refunded payment is not accepted',
    run: (shop) => refuses(shop, {}, ({ razorpay_payment_id: id }) => shop.control('POST', `/payments/${id}/refund`)),
  },
  {
    id: 'verify.authorised',
    title: 'an authorised payment does not count as paid before it is captured',
    run: async (shop) => {
      const { order, paid } = await shop.paidOrder({ outcome: 'authorized' });
      await shop.verify(paid);
      const { payments } = await shop.provider();
      if (payments.find(({ id }) => id === paid.razorpay_payment_id)?.status !== 'captured')
        await shop.never(order, 'PAID');
    },
  },
  {
    id: 'verify.repeated',
    title: 'the same verification is accepted again, also at the same time',
    run: async (shop) => {
      const { order, paid } = await shop.paidOrder();
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

/** No call shows these. Test them in the shop itself. */
export const notSeen = [
  'Whether an order is delivered once: certify sees that it is PAID, not what follows from it.',
  'Whether repeated events are recognised by their id, where they change nothing that can be read.',
  'Whether the shop asks the provider by itself about orders of which it hears nothing: that takes minutes.',
  'Whether the shop compares the amount of a signed event with the provider: no provider signs another amount.',
];

export const scenarios: Scenario[] = [...creating, ...verifying, ...hearing, ...refunding];
