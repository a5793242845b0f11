import { claim, draft } from '../../claims';
import { operator } from '../../operator';
import { paragraph, section } from './code';
import { guide } from './guides';

const mail = operator.contactEmail;

export default guide({
  path: '/docs/not-available',
  title: 'Not available yet',
  description:
    'What the NovaCore API does not offer yet, what to do instead, who refunds, and how long decisions take.',
  lead: 'Read this before you plan your integration: what the API does not offer, and what to do instead.',
  blocks: [
    section('missing', 'What does not exist'),
    {
      kind: 'table',
      caption: 'Missing features',
      columns: ['Not available', 'Instead'],
      rows: [
        ['Events to partners', 'Poll: [how often and when to stop](/docs/server#follow).'],
        ['Refunds by API', 'Our team refunds: see [below](#refunds).'],
        ['Other amounts', `Each order is ${claim('paymentAmount')}.`],
        [
          'An idempotency key',
          'A repeated `createOrder` makes a second order. Leave it unpaid: it costs nothing and expires after 72 hours. [What other repeated calls do](/docs/policies#repeat).',
        ],
        ['A reference of yours in an order', 'Store the order id with the cart, before you open checkout.'],
        ['Partner keys', 'One account of your own and its [token](/docs/tokens).'],
        ['A hosted sandbox', 'The [sandbox](/docs/sandbox) on your machine.'],
        ['Calls from pages of other sites', '[Your server](/docs/policies#page) forwards them.'],
        ['Our packages on npm', 'We send you their files: write to us.'],
      ],
    },

    section('refunds', 'Who refunds'),
    paragraph(
      `A second payment of a paid order is refunded automatically. Every other refund is made by our team: write to [${mail}](mailto:${mail}) or use the [contact form](/contact?topic=Refund), and give the order id and the reason. We answer in ${claim('replyPromise')}, with a decision and its reason. ${operator.refundTime}`,
    ),
    paragraph(
      'The payer’s bank then takes some days. `getOrder` shows the progress in `refunds`: see [Refunds and disputes](/docs/orders#refunds) and the [refund policy](/refund-policy).',
    ),

    section('decisions', 'How long a decision takes'),
    paragraph(
      draft(
        'In REVIEW a payment differs from its order, or the bank did not capture it. A member of our team decides within two working days: the order becomes PAID, or the money is refunded. You need not ask; poll once an hour.',
      ),
    ),
  ],
});
