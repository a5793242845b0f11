import { claim } from '../../claims';
import { answer, paragraph, section, sh } from './code';
import { meaningsOf } from './contract';
import { guide } from './guides';

export default guide({
  path: '/docs/orders',
  title: 'Orders',
  description:
    'Create, claim and follow an order: states, fields, and what happens if the browser closes during a payment.',
  lead: `An order is a request for a payment of ${claim('paymentAmount')}. It is created before the payment, belongs to one account, and its state never goes back.`,
  blocks: [
    section('create', 'Create'),
    paragraph(
      '`createOrder` takes `{"amount": 150}`, in rupees, and no other amount. It returns the amount in **paise**, as checkout expects it. It needs no token and creates a new order each time: keep the id, and use an open order again instead of creating another.',
    ),
    paragraph('These commands go on in the shell of the [quickstart](/docs/quickstart):'),
    sh(`curl -sS "$NOVACORE/api/user/order" \\
  --json '{"amount": 150}'`),
    answer('{ "id": "order_Q2b7XkLm90PzTa", "amount": 15000, "currency": "INR" }'),

    section('claim', 'Claim'),
    paragraph(
      'Send `claimOrder` with your account’s token **before checkout opens**. An order belongs permanently to the first account that claims it; claiming your own order again changes nothing. A payment that completes after the browser has closed then still has an owner; verification, which claims too, may never happen. Claiming another account’s order fails with [`order_not_yours`](/docs/errors#order_not_yours).',
    ),

    section('checkout', 'Open checkout'),
    paragraph(
      'Ask `getConfig` for the address of the checkout script and the public key id; both differ between the sandbox and the real provider. Open checkout with the order’s `id`, `amount` and `currency`, and a `handler`. Checkout calls it with the three identifiers that [verification](/docs/verification) takes.',
    ),
    {
      kind: 'code',
      language: 'js',
      title: 'In the page; verify sends to your server, which calls verifyPayment',
      code: `const checkout = new Razorpay({
  key: config.paymentKeyId,
  order_id: order.id,
  amount: order.amount, // in paise, from the order
  currency: order.currency,
  handler: (identifiers) => verify(identifiers),
  modal: { ondismiss: () => offerToTryAgain() },
});
checkout.open();`,
    },
    paragraph(
      'Browsers inside apps cannot run the handler. There, pass `redirect: true` and a `callback_url`: checkout posts the identifiers to it as a form.',
    ),
    paragraph(
      'Store the three identifiers before you send them, and keep them until [an answer](/docs/verification#answers) lets you discard them.',
    ),

    section('states', 'States'),
    { kind: 'drawing', drawing: 'order-states', caption: 'The state never goes back. A payment can skip states.' },
    { kind: 'table', caption: 'States of an order', ...meaningsOf('OrderStatus') },
    paragraph(
      'The order of events does not matter. A failed payment does not close an order: the payer can try again. A second payment for a paid order leaves it PAID, is marked `surplus`, and is refunded automatically. Other states may be added: treat one that you do not know as REVIEW.',
    ),

    section('refunds', 'Refunds and disputes'),
    paragraph(
      'A refund takes days. The order stays PAID with `refundStatus: pending`, and becomes REFUNDED when the provider has processed the whole amount. A refund that a bank sends back is `failed`; we send it again, and each attempt stays in `refunds` with its bank reference. `disputeStatus: lost` means that a bank has taken the money back.',
    ),

    section('follow', 'Follow an order'),
    paragraph(
      '`getOrder` returns one of your orders with every payment attempt; `listOrders` returns all orders, newest first. Send `nextCursor` as `cursor` until it is null.',
    ),
    paragraph(
      '`checkOrder` asks the payment provider about one of your orders and returns it. Use it when a payer has closed checkout and may have paid elsewhere.',
    ),
    sh(`curl -sS "$NOVACORE/api/user/orders?limit=20" \\
  -H "authorization: Bearer $TOKEN"`),
    paragraph('See [all fields of an order](/docs/api/objects#PayerOrder).'),

    section('webhooks', 'If verification never happens'),
    paragraph(
      'You do not need a webhook. NovaCore gets signed events from the payment provider, and asks it about open orders after 15 minutes, after 1, 6, 24 and 72 hours, and 120 hours after the last attempt to pay. `nextCheckAt` is the time of the next check. To see the change, call `getOrder`: [how often, and when to stop](/docs/server#follow).',
    ),
  ],
});
