import { answer, paragraph, section, sh } from './code';
import { guide } from './guides';

/** The webhook secret of the sandbox is public on purpose, so that everyone can compute the signature. */
const SECRET = 'sandbox-webhook-secret-not-for-production';
const EVENT =
  '{"entity":"event","event":"payment.captured","contains":["payment"],"payload":{"payment":{"entity":{"id":"pay_Q2b8Zc3VnR41sD","order_id":"order_Q2b7XkLm90PzTa","amount":15000,"currency":"INR","status":"captured"}}},"created_at":1768469400}';

const receiver = `import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

const { WEBHOOK_SECRET, PORT } = process.env;
const seen = new Set(); // Yours: a table with a unique key.

function isGenuine(body, signature = '') {
  const wanted = Buffer.from(createHmac('sha256', WEBHOOK_SECRET).update(body).digest('hex'));
  const given = Buffer.from(signature);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

createServer(async (request, response) => {
  const body = await buffer(request); // The raw bytes: parsed JSON has another HMAC.
  if (!isGenuine(body, request.headers['x-razorpay-signature'])) return response.writeHead(400).end();
  const id = request.headers['x-razorpay-event-id'];
  if (!seen.has(id)) {
    const { event, payload } = JSON.parse(body);
    // Mark the order as due. Ask Razorpay about it after you have answered.
    console.log(event, payload.payment?.entity.order_id);
    seen.add(id);
  }
  response.writeHead(200).end();
}).listen(Number(PORT));`;

const send = (signature: string) =>
  sh(`curl -sS "http://localhost:$PORT/webhooks/razorpay" -w '%{http_code}\\n' \\
  -H 'x-razorpay-event-id: evt_9xKq2LmPz41TbV' \\
  -H "x-razorpay-signature: ${signature}" --json "$EVENT"`);

export default guide({
  path: '/docs/webhooks',
  title: 'Webhooks',
  description:
    'The events of Razorpay for your own shop: headers, signature, faults to survive, and how to certify it.',
  lead: 'For shops that take payments with Razorpay themselves. NovaCore sends partners no events: if you use our API, you [poll](/docs/server#follow).',
  blocks: [
    section('event', 'What arrives'),
    paragraph(
      'Razorpay posts each event to one address of yours. The sandbox does the same, and `certify` expects the address to end in `/webhooks/razorpay`. [/openapi.yaml](/openapi.yaml) describes it under `webhooks`.',
    ),
    {
      kind: 'table',
      caption: 'Headers of an event',
      columns: ['Header', 'Value'],
      rows: [
        ['`Content-Type`', '`application/json`'],
        ['`X-Razorpay-Signature`', 'HMAC-SHA256 of the raw body in lower-case hex, keyed with the webhook secret'],
        ['`x-razorpay-event-id`', 'The id of the event, the same for each delivery'],
      ],
    },
    {
      kind: 'table',
      caption: 'Events that certify delivers',
      columns: ['Event', 'In `payload`'],
      rows: [
        ['`payment.authorized`, `payment.captured`, `payment.failed`', '`payment`'],
        ['`order.paid`', '`payment`, `order`'],
        ['`refund.created`, `refund.processed`', '`refund`, `payment`'],
        ['`invoice.drafted`', 'Nothing. It stands for all types that you do not know'],
      ],
    },
    paragraph('Each object is in a field `entity`. This event is shortened; real ones have more fields:'),
    sh(`export PORT=4100 WEBHOOK_SECRET=${SECRET}
EVENT='${EVENT}'`),

    section('signature', 'Check the signature'),
    paragraph('Compute the HMAC of the bytes as they arrived, before you parse them:'),
    sh(`SIGNATURE=$(printf '%s' "$EVENT" | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -r | cut -d ' ' -f 1)
echo "$SIGNATURE"`),
    answer('6d303b4e95b5f91ad7fe2f75420924606a74fe9b8673e7f392b620b8d6c9f836', 'text'),
    { kind: 'code', language: 'js', title: 'webhook.mjs', code: receiver },
    sh(`node webhook.mjs >events.log &
until curl -s "http://localhost:$PORT"; do sleep 0.2; done`),
    paragraph('A genuine event, and the same with a wrong signature:'),
    send('$SIGNATURE'),
    answer('200', 'text'),
    send('0$SIGNATURE'),
    answer('400', 'text'),
    sh('kill $!; cat events.log'),
    answer('payment.captured order_Q2b7XkLm90PzTa', 'text'),

    section('rules', 'What to rely on'),
    {
      kind: 'list',
      items: [
        '**Answer within 5 seconds**, with 2xx once the event is recorded. After any other answer it is sent again, with growing pauses. Razorpay disables a webhook that fails for 24 hours.',
        '**Events come in any order, and more than once.** Recognise an event by its id. An old `payment.captured` after a refund must not make the order paid again.',
        '**Trust only the ids.** Ask Razorpay for the payment, and compare its order, amount and currency with yours.',
        '**Answer 2xx to types that you do not know**, and 4xx to a wrong or missing signature.',
      ],
    },

    section('certify', 'Certify your shop'),
    paragraph(
      'Start the [sandbox](/docs/sandbox), give your shop its keys, and use `http://localhost:3001` as Razorpay’s API. `npx novacore-sandbox certify http://localhost:8080/api` then runs 35 scenarios and prints each with its exchange: forged signatures, repeated and late events, lost answers, second payments. Under its address your shop has four calls:',
    ),
    {
      kind: 'table',
      caption: 'Calls of a shop',
      columns: ['Call', 'Answer'],
      rows: [
        ['`POST /user/order` with `{"amount": 150}`', '2xx with Razorpay’s `id`, `amount` (15000) and `currency`'],
        [
          '`POST /user/verify` with the three identifiers of checkout',
          '2xx: accepted. 4xx: refused. 5xx: not known yet, ask again',
        ],
        [
          '`GET /user/order/ID`',
          '`status`: `PAID` once the money is captured, and no longer once it is refunded. You may ask Razorpay here',
        ],
        ['`POST /webhooks/razorpay`', '2xx: the event is recorded'],
      ],
    },

    section('faults', 'Which faults your shop must survive'),
    paragraph(
      'In most faults an honest 5xx is enough, because the caller asks again. These are the rules of `certify`:',
    ),
    {
      kind: 'table',
      caption: 'Faults of Razorpay',
      columns: ['While', 'Fault', 'What certify wants'],
      rows: [
        [
          '`POST /user/order`',
          'One answer is lost, or one 500',
          '2xx and exactly one order. Look for it by its `receipt`, then try again',
        ],
        ['`POST /user/order`', '429, no JSON, no answer', '2xx and exactly one order, or 5xx within 15 seconds'],
        [
          '`POST /user/verify`',
          '500, no JSON, no answer',
          '5xx within 15 seconds, never 2xx or 4xx. Later 2xx for the same identifiers',
        ],
        ['An event', '500', '5xx, and 2xx when it comes again; or 2xx, and you ask Razorpay later'],
        ['A refund', 'The answer is lost', 'One refund: send the same `X-Refund-Idempotency` again'],
      ],
    },
  ],
});
