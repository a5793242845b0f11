import { answer, paragraph, section, sh } from './code';
import { valuesOf } from './contract';
import { adviceFor } from './error-advice';
import { guide } from './guides';

/** The sandbox's key secret is public on purpose, so the example can be worked through to the last digit. */
const SECRET = 'sandbox-key-secret-not-for-production';
const ORDER = 'order_Q2b7XkLm90PzTa';
const PAYMENT = 'pay_Q2b8Zc3VnR41sD';
const SIGNATURE = 'a09f990e9cc978e3871dfb21d74226a475cefe4a601b5aa77ba40ea7155a3646';

const linked = (code: string) => `[\`${code}\`](/docs/errors#${code})`;

export default guide({
  path: '/docs/verification',
  title: 'Verification',
  description: 'How a payment is verified: the HMAC signature worked through, and what to do with every answer.',
  lead: 'Checkout says that it worked. Verification finds out whether it did: the signature must be the provider’s, and the provider must know the payment.',
  blocks: [
    section('send', 'What to send'),
    paragraph(
      'The three identifiers that checkout hands to its `handler`, as they are, with the payer’s token. The answer is a `message` for people; it is there on success alone.',
    ),
    sh(`curl -sS http://localhost:3000/api/user/verify \\
  -H "authorization: Bearer $TOKEN" \\
  --json '{
    "razorpay_order_id": "${ORDER}",
    "razorpay_payment_id": "${PAYMENT}",
    "razorpay_signature": "${SIGNATURE}"
  }'`),

    section('signature', 'The signature, worked through'),
    paragraph(
      'It is HMAC-SHA256 of the order id, a bar and the payment id, under the account’s key secret, in lower-case hex: 64 characters. The payment provider makes it, NovaCore checks it; a partner passes it on and never holds the secret of a live account.',
    ),
    paragraph(
      'The sandbox’s secret is public and worth nothing, so you can make one yourself. With these three values',
    ),
    {
      kind: 'table',
      caption: 'A worked example',
      columns: ['Part', 'Value'],
      rows: [
        ['Key secret', `\`${SECRET}\``],
        ['Order id', `\`${ORDER}\``],
        ['Payment id', `\`${PAYMENT}\``],
        ['Signed text', `\`${ORDER}|${PAYMENT}\``],
      ],
    },
    paragraph('this command prints the signature, and so must your own code:'),
    sh(`printf '%s' '${ORDER}|${PAYMENT}' |
  openssl dgst -sha256 -hmac '${SECRET}' -r |
  cut -d ' ' -f 1`),
    answer(SIGNATURE, 'text'),
    {
      kind: 'code',
      language: 'js',
      title: 'signature.mjs',
      code: `import { createHmac, timingSafeEqual } from 'node:crypto';

export const sign = (orderId, paymentId, secret) =>
  createHmac('sha256', secret)
    .update(\`\${orderId}|\${paymentId}\`)
    .digest('hex');

// In constant time: how long it takes must not tell how much of a guess was right.
export function isGenuine(signature, orderId, paymentId, secret) {
  const given = Buffer.from(signature);
  const wanted = Buffer.from(sign(orderId, paymentId, secret));
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}`,
    },
    {
      kind: 'note',
      text: 'NovaCore signs with the order id from its own database, not with the one that was sent. A genuine signature of another order does not pass.',
    },

    section('checked', 'What is checked'),
    {
      kind: 'list',
      ordered: true,
      items: [
        'The order exists, and is yours or nobody’s yet; then it becomes yours.',
        'The signature is the provider’s, for this order and this payment.',
        'The provider knows the payment as authorised or captured, for this order, amount and currency.',
      ],
    },
    paragraph(
      'Success means that the money is authorised or captured. Verifying again succeeds again, and changes nothing.',
    ),

    section('answers', 'What to do with each answer'),
    paragraph(
      'An answer 2xx is final, and so are these codes: asking again would answer the same. Let go of the identifiers, and do what the table says.',
    ),
    {
      kind: 'table',
      caption: 'Final codes of a verification',
      columns: ['Code', 'What to do'],
      rows: valuesOf('VerificationFinalCode').map((code) => [linked(code), adviceFor(code).todo]),
    },
    {
      kind: 'note',
      tone: 'warning',
      text: 'Any other answer, or none, says nothing about the money: 401, 429, 5xx, a broken connection. Keep the identifiers and verify again, with growing pauses. **Never open checkout again for a payment that you have identifiers of.**',
    },
  ],
});
