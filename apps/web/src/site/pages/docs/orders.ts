import { answer, paragraph, section, sh } from './code';
import { fieldsTable, meaningsOf } from './contract';
import { guide } from './guides';

export default guide({
  path: '/docs/orders',
  title: 'Orders',
  description:
    'Create an order, claim it, follow it: states, fields, and what happens when a browser dies in the middle.',
  lead: 'An order is a promise of ₹150 with a number. It is made before anybody pays, belongs to one person, and its state only goes forward.',
  blocks: [
    section('create', 'Create'),
    paragraph(
      '`createOrder` takes `{"amount": 150}`, in rupees, and no other amount. It answers the amount in **paise**, as checkout takes it. It needs no token, and makes a new order each time: keep the id, and take an open order up again rather than making another.',
    ),
    sh(`curl -sS http://localhost:3000/api/user/order \\
  --json '{"amount": 150}'`),
    answer('{ "id": "order_Q2b7XkLm90PzTa", "amount": 15000, "currency": "INR" }'),

    section('claim', 'Claim'),
    paragraph(
      'Send `claimOrder` with the payer’s token **before checkout opens**. An order belongs to the first who claims it, for good; claiming one’s own again changes nothing. Money that arrives after the browser has died then still belongs to somebody. Another person’s order is refused with [`order_not_yours`](/docs/errors#order_not_yours).',
    ),
    paragraph('Verification of an order that nobody has claimed claims it too. Do not rely on it: it may never come.'),

    section('checkout', 'Let the payer pay'),
    paragraph(
      'Ask `getConfig` for the address of checkout’s script and the public key id; both differ between the sandbox and the real provider. Open checkout with the order’s `id`, `amount` and `currency`, and give it a `handler`: it is called with the three identifiers that [verification](/docs/verification) takes.',
    ),
    {
      kind: 'code',
      language: 'js',
      title: 'In the page',
      code: `const checkout = new Razorpay({
  key: config.paymentKeyId,
  order_id: order.id,
  amount: order.amount, // paise, as the order has it
  currency: order.currency,
  handler: (identifiers) => verify(identifiers),
  modal: { ondismiss: () => offerToTryAgain() },
});
checkout.open();`,
    },
    paragraph(
      'Store the three identifiers before you send them, and keep them until verification has given a [final answer](/docs/verification#answers).',
    ),

    section('states', 'States'),
    {
      kind: 'table',
      caption: 'States of an order',
      columns: ['State', 'What it means'],
      rows: meaningsOf('OrderStatus'),
    },
    paragraph(
      'States only go forward, whatever the order in which news arrives. A failed payment does not close an order: the payer may try again on the same one. A second payment for a paid order leaves it PAID, is marked `surplus`, and is given back by itself.',
    ),

    section('follow', 'Follow it'),
    paragraph(
      '`getOrder` answers one of your orders with every payment that was tried; `listOrders` answers all, newest first. Pass `nextCursor` back as `cursor` until it is null.',
    ),
    paragraph(
      '`checkOrder` asks the payment provider about one of your orders and returns it. Use it when a payer has closed checkout and may have paid elsewhere.',
    ),
    sh(`curl -sS 'http://localhost:3000/api/user/orders?limit=20' \\
  -H "authorization: Bearer $TOKEN"`),
    fieldsTable('PayerOrder'),

    section('webhooks', 'If verification never comes'),
    paragraph(
      'You have no webhook to set up. The payment provider tells NovaCore of every payment by a signed event, and NovaCore asks the provider itself about orders that stay open: after 15 minutes, 1, 6, 24 and 72 hours. So an order becomes PAID even when the payer’s browser died after paying. `nextCheckAt` says when the next question is due.',
    ),
    paragraph(
      'To notice, ask `getOrder`. Once a minute is plenty while a payer waits; stop at PAID, REFUNDED or EXPIRED. `receivePaymentEvent` stands in the contract because the provider calls it; its signature is made with a secret that partners do not have. (The sandbox’s is in its guide, for trying out.)',
    ),
  ],
});
