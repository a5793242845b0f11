import { answer, paragraph, section, sh } from './code';
import { guide } from './guides';

const BEARER = '-H "authorization: Bearer $TOKEN"';

const shop = `import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import type { components, paths } from './novacore.js';

const { NOVACORE, EMAIL = '', PASSWORD = '', PORT, POLL_SECONDS } = process.env;
const baseUrl = \`\${NOVACORE}/api\`;
let token = '';

async function logIn() {
  const body = { email: EMAIL, password: PASSWORD };
  const { data, error } = await createClient<paths>({ baseUrl }).POST('/auth/login', { body });
  if (error) throw new Error(\`log-in: \${error.code}\`);
  token = data.token;
}

// Logs in again when the token has expired. Repeats after 429, 5xx and a lost answer.
async function send(request: Request): Promise<Response> {
  for (let pause = 1; ; pause *= 2) {
    const copy = request.clone();
    copy.headers.set('authorization', \`Bearer \${token}\`);
    const response = await fetch(copy).catch(() => Response.error());
    const { status, headers } = response;
    if (pause > 32 || ![0, 401, 429].includes(status) && status < 500) return response;
    if (status === 401) await logIn();
    else await sleep(1_000 * Number(headers.get('retry-after') ?? pause));
  }
}

const api = createClient<paths>({ baseUrl, fetch: send });
const delivered = new Set<string>(); // Yours: a table, so that you deliver once per order.

function dataOf<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  if (data) return data;
  throw error; // A problem of NovaCore, or empty if no answer came.
}

// The payer may close the browser after paying: ask until nothing more will come.
async function follow(id: string, started = Date.now()): Promise<void> {
  const { data: order } = await api.GET('/user/order/{id}', { params: { path: { id } } });
  if (order?.status === 'PAID') delivered.add(id);
  if (order && ['PAID', 'REFUNDED', 'EXPIRED'].includes(order.status)) return;
  const isFresh = Date.now() - started < 3_600_000 && order?.status !== 'REVIEW';
  await sleep(1_000 * (isFresh ? Number(POLL_SECONDS) : 3_600));
  return follow(id, started);
}

async function answer({ method, url }: IncomingMessage, body: unknown) {
  const path = { id: url?.split('/')[2] ?? '' };
  if (method === 'GET') return { delivered: delivered.has(path.id) };
  if (url === '/payments') {
    const identifiers = body as components['schemas']['Verification'];
    const verified = dataOf(await api.POST('/user/verify', { body: identifiers }));
    if (verified.orderStatus === 'PAID') delivered.add(identifiers.razorpay_order_id);
    return verified;
  }
  const order = dataOf(await api.POST('/user/order', { body: { amount: 150 } }));
  dataOf(await api.POST('/user/order/{id}/claim', { params: { path: order } }));
  follow(order.id).catch(console.error);
  return order; // The page opens checkout with it.
}

createServer(async (request, response) => {
  const body = request.method === 'POST' ? await json(request).catch(() => null) : null;
  const reply = await answer(request, body).catch((error) => {
    response.statusCode = error?.status ?? 503;
    return { code: error?.code ?? 'unavailable' };
  });
  response.end(JSON.stringify(reply));
}).listen(Number(PORT));`;

export default guide({
  path: '/docs/server',
  title: 'From your server',
  description:
    'Take payments from your own server today: one account, its token, and how to follow an order by polling.',
  lead: 'There are no partner keys yet. Your server uses one NovaCore account of your own, and claims every order with it.',
  blocks: [
    section('account', 'One account of your own'),
    {
      kind: 'list',
      items: [
        'Sign up once, with an address that your team reads. Keep the password in your secret store, never in code or in a page.',
        'Claim every order with this account, right after you create it. All orders then belong to you, and `listOrders` finds them.',
        'Log in when you start, and again when a call answers 401. A token is valid for 60 minutes; do not log in before every call.',
        '**Never ask other people for their NovaCore password.** Your customers need no account here: they only see checkout.',
        'Orders have no field for a reference of your own yet. Store the order id with the cart, before you open checkout.',
      ],
    },

    section('follow', 'Follow an order'),
    paragraph(
      'You get no events yet, so you poll. `verifyPayment` tells you most results at once; polling finds the rest, such as a payer who closed the browser after paying.',
    ),
    {
      kind: 'list',
      items: [
        '**How often:** `getOrder` once a minute for the first hour, then once an hour. For many orders use `listOrders`: one call reads 50.',
        '**When to stop:** at PAID, REFUNDED or EXPIRED. At REVIEW ask once an hour. See what each [state](/docs/orders#states) means for your program.',
        '**Later changes:** a refund turns PAID into REFUNDED. If that matters to you, read `listOrders` once a day.',
        '**After a restart:** follow the orders that `listOrders` shows as CREATED, AUTHORIZED or REVIEW.',
        '**Sooner:** `nextCheckAt` is when we ask the payment provider next. `checkOrder` asks at once.',
      ],
    },

    section('server', 'A whole server'),
    paragraph(
      'Three addresses for your page: `POST /orders` before checkout, `POST /payments` with what checkout hands to its `handler`, and `GET /orders/<id>`. Run this in an empty folder, in the shell of the [quickstart](/docs/quickstart): it has `$NOVACORE`, `$SANDBOX`, `$PERSON` and `field`.',
    ),
    { kind: 'code', language: 'ts', title: 'shop.mts', code: shop },
    sh(`npm install openapi-fetch@0.17.0
npm install --save-dev openapi-typescript@7.13.0 typescript@5.9.3 @types/node@20.19.43
npx openapi-typescript "$NOVACORE/openapi.yaml" -o novacore.ts
npx tsc --strict --target es2022 --module nodenext --lib es2022,dom shop.mts`),
    paragraph('For the sandbox we poll every second. In production say 60.'),
    sh(`export NOVACORE PORT=4000 POLL_SECONDS=1
export EMAIL=$(echo "$PERSON" | field email) PASSWORD=$(echo "$PERSON" | field password)
node shop.mjs &
SHOP=http://localhost:4000
until curl -s "$SHOP"; do sleep 0.2; done`),
    paragraph('A payer who comes back from checkout. The sandbox pays, your page sends what it got:'),
    sh(`ORDER=$(curl -sS -X POST "$SHOP/orders" | field id)
PAID=$(curl -sS "$SANDBOX/control/orders/$ORDER/pay" --json '{"method": "upi"}')
IDENTIFIERS=$(echo "$PAID" | node -pe '
  const { payment, ...identifiers } = JSON.parse(fs.readFileSync(0));
  JSON.stringify(identifiers)')
curl -sS "$SHOP/payments" --json "$IDENTIFIERS"`),
    answer(`{
  "message": "Payment verified.",
  "orderStatus": "PAID",
  "paymentStatus": "captured",
  "surplus": false,
  "amountPaise": 15000
}`),
    paragraph('And one who closes the browser after paying. Polling finds the payment:'),
    sh(`ORDER=$(curl -sS -X POST "$SHOP/orders" | field id)
curl -sS "$SANDBOX/control/orders/$ORDER/pay" --json '{"method": "upi"}' >paid.json
until [ "$(curl -sS "$SHOP/orders/$ORDER" | field delivered)" = true ]; do sleep 1; done
echo "delivered"
kill $!`),
    answer('delivered', 'text'),

    section('curl', 'The same with curl'),
    sh(`TOKEN=$(curl -sS --fail-with-body "$NOVACORE/api/auth/login" --json "$PERSON" | field token)
ORDER=$(curl -sS --fail-with-body "$NOVACORE/api/user/order" --json '{"amount": 150}' | field id)
curl -sS --fail-with-body -X POST "$NOVACORE/api/user/order/$ORDER/claim" ${BEARER} | field status`),
    answer('CREATED', 'text'),
    sh(`IDENTIFIERS=$(curl -sS "$SANDBOX/control/orders/$ORDER/pay" --json '{"method": "upi"}' | node -pe '
  const { payment, ...identifiers } = JSON.parse(fs.readFileSync(0));
  JSON.stringify(identifiers)')
curl -sS --fail-with-body "$NOVACORE/api/user/verify" ${BEARER} \\
  --json "$IDENTIFIERS" | field orderStatus`),
    answer('PAID', 'text'),
    sh(`order() { curl -sS --fail-with-body "$NOVACORE/api/user/order/$ORDER" ${BEARER}; }
until order | field status | grep -E 'PAID|REFUNDED|EXPIRED'; do sleep 60; done`),
    answer('PAID', 'text'),
  ],
});
