import { answer, paragraph, section, sh } from './code';
import { valuesOf } from './contract';
import { adviceFor, canDiscardIdentifiers } from './error-advice';
import { guide } from './guides';
import { fieldsTable } from './objects';

/** The sandbox's key secret is public on purpose, so the example can be worked through to the last digit. */
const SECRET = 'sandbox-key-secret-not-for-production';
const ORDER = 'order_Q2b7XkLm90PzTa';
const PAYMENT = 'pay_Q2b8Zc3VnR41sD';
const SIGNATURE = 'a09f990e9cc978e3871dfb21d74226a475cefe4a601b5aa77ba40ea7155a3646';

const linked = (code: string) => `[\`${code}\`](/docs/errors#${code})`;

export default guide({
  path: '/docs/verification',
  title: 'Verification',
  description: 'How a payment is verified: the HMAC signature step by step, and what to do with each answer.',
  lead: 'Verification confirms a payment after checkout: the signature must be from the provider, and the provider must know the payment.',
  blocks: [
    section('send', 'What to send'),
    paragraph(
      'Send the three identifiers that checkout passes to its `handler`, unchanged, with your account’s token. The answer has a `message` for people only on success.',
    ),
    paragraph('In the shell of the [quickstart](/docs/quickstart), which has a token and the identifiers:'),
    sh(`curl -sS "$NOVACORE/api/user/verify" \\
  -H "authorization: Bearer $TOKEN" \\
  --json '{
    "razorpay_order_id": "'$ORDER'",
    "razorpay_payment_id": "'$PAYMENT'",
    "razorpay_signature": "'$SIGNATURE'"
  }'`),

    section('signature', 'The signature, step by step'),
    paragraph(
      'The signature is the HMAC-SHA256 of the order id, a vertical bar and the payment id, with the key secret of the account, in lower-case hex: 64 characters. The payment provider creates it and NovaCore checks it. A partner passes it on and never has the secret of a live account.',
    ),
    paragraph('The secret of the sandbox is public, so you can create a signature yourself. With these values'),
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
    paragraph('this command prints the signature. Your own code must give the same result:'),
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

// In constant time, so that the duration reveals nothing about the signature.
export function isGenuine(signature, orderId, paymentId, secret) {
  const given = Buffer.from(signature);
  const wanted = Buffer.from(sign(orderId, paymentId, secret));
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}`,
    },
    {
      kind: 'note',
      text: 'NovaCore computes the signature with the order id from its own database, not with the one you send. A genuine signature of another order fails.',
    },

    section('checked', 'What NovaCore checks'),
    {
      kind: 'list',
      ordered: true,
      items: [
        'The order exists and is yours or unclaimed; an unclaimed order becomes yours.',
        'The signature is from the provider, for this order and this payment.',
        'The provider confirms that the payment is authorised or captured, for this order, amount and currency.',
      ],
    },
    paragraph(
      'Success means that the payment is genuine; the answer says what it did. Deliver only at `orderStatus: PAID`, and **once per order**: a second payment of a paid order is verified too, with `surplus: true`, and is refunded. `AUTHORIZED` means that the bank has reserved the money: [follow the order](/docs/orders#states).',
    ),
    fieldsTable('VerificationReply'),

    section('answers', 'What to do with each answer'),
    paragraph(
      'After 2xx discard the identifiers. After these codes do not repeat the same call automatically. Keep the identifiers unless the table says otherwise: you need them when you have corrected the call.',
    ),
    {
      kind: 'table',
      caption: 'Final codes of a verification',
      columns: ['Code', 'What to do', 'Identifiers'],
      rows: valuesOf('VerificationFinalCode').map((code) => [
        linked(code),
        adviceFor(code).todo,
        canDiscardIdentifiers(code) ? 'Discard' : 'Keep',
      ]),
    },
    {
      kind: 'note',
      tone: 'warning',
      text: '`payment_failed` says how it stands now: offer to pay again, for the same order. A bank may still approve the payment within five days; NovaCore finds out by itself, and refunds what is then paid twice.',
    },
    {
      kind: 'note',
      tone: 'warning',
      text: 'Any other answer says nothing about the money: 401, 429, 5xx or a broken connection. Keep the identifiers and verify again, with increasing pauses. **Never open checkout again for a payment whose identifiers you have.**',
    },
  ],
});
