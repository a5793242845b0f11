import { draft } from '../../claims';
import { operator } from '../../operator';
import { answer, novacore, paragraph, section, sh } from './code';
import { publicUrl, version } from './contract';
import { guide } from './guides';

const mail = operator.contactEmail;

const page = `import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const { NOVACORE, PORT, TOKEN } = process.env;
// Only these: with your token, listOrders would show every visitor all your orders.
const forwarded = /^(GET \\/api\\/config|GET \\/api\\/user\\/order\\/[\\w-]+|POST \\/api\\/user\\/verify)$/;

createServer(async (request, response) => {
  const { method, url, headers } = request;
  if (!forwarded.test(\`\${method} \${url}\`)) return response.writeHead(404).end();
  const reply = await fetch(NOVACORE + url, {
    method,
    headers: { authorization: \`Bearer \${TOKEN}\`, 'content-type': headers['content-type'] ?? '' },
    body: method === 'POST' ? await text(request) : null,
  }).catch(() => Response.error());
  if (!reply.status) return response.writeHead(502).end();
  for (const name of ['content-type', 'retry-after'])
    if (reply.headers.has(name)) response.setHeader(name, reply.headers.get(name));
  response.writeHead(reply.status).end(await reply.text());
}).listen(Number(PORT));`;

export default guide({
  path: '/docs/policies',
  title: 'Policies',
  description:
    'CORS, environments, versions, deprecation and support of the NovaCore API, and which calls are safe to repeat.',
  lead: 'What you can rely on when you build on the API.',
  blocks: [
    section('repeat', 'Which calls are safe to repeat'),
    paragraph(
      'After a lost answer, 429 or 5xx, send the same call again, with growing pauses. There is no `Idempotency-Key`; this is what a repeated call does:',
    ),
    {
      kind: 'table',
      caption: 'Repeated calls',
      columns: ['Call', 'If it is repeated'],
      rows: [
        ['`getMe`, `getOrder`, `listOrders`, `exportMyData`, `getConfig`, `getHealth`', 'Safe: they change nothing.'],
        ['`claimOrder`, `checkOrder`', 'Safe. They return the order as it is then.'],
        [
          '`verifyPayment`',
          'Safe. The answer can change: 200 after a late approval, 409 `payment_refunded` after a refund.',
        ],
        ['`createOrder`', 'Another order. Claim only the one whose id you know; the other stays unpaid and expires.'],
        ['`logIn`', 'Another token. Both are valid. It counts for the limit.'],
        ['`logOut`, `logOutEverywhere`, `deleteAccount`', '401 `token_invalid`: the first call has succeeded.'],
        ['`signUp`', '409 `email_taken` if the first call has succeeded: log in.'],
        ['`changePassword`', '401 or 403 if the first call has succeeded: log in with the new password.'],
        ['`resetPassword`, `verifyEmail`', '410 `link_invalid` if the first call has succeeded.'],
        [
          '`requestPasswordReset`, `resendVerification`',
          'Safe: a second call sends no second mail. Each later link takes longer.',
        ],
        ['`changeEmail`', 'Another link. The newest one works.'],
      ],
    },

    section('cors', 'Calls from a web page (CORS)'),
    paragraph(
      'The API sends no CORS headers, so pages of other origins cannot call it. Your page calls your server, and [your server](/docs/server) calls us. A token in a page would be a token in the hands of everyone who can run a script there, and could verify and claim in your name. Checkout itself works on any page. Public documents may be read from any page: [/openapi.json](/openapi.json), [/openapi.yaml](/openapi.yaml) and [/pricing.json](/pricing.json).',
    ),

    section('page', 'A page with React hooks'),
    paragraph(
      'Your server forwards the few calls that a page needs, and adds the token. `createOrder` is not among them: `POST /orders` of [your server](/docs/server#server) also claims the order. In the shell of that guide:',
    ),
    { kind: 'code', language: 'js', title: 'page.mjs', code: page },
    paragraph(
      'In the page, the hooks of our client call your own address: `createHooks(createClient({ baseUrl: "/api" }))`, without a token. A dev server such as Vite passes `/api` on with `server.proxy`.',
    ),
    sh(`TOKEN=$TOKEN node page.mjs &
until curl -s "$SHOP"; do sleep 0.2; done
curl -sS "$SHOP/api/user/order/$ORDER" | field status
curl -sS -o /dev/null -w '%{http_code}' "$SHOP/api/user/orders"; kill $!`),
    answer(
      `PAID
404`,
      'text',
    ),

    section('environments', 'Environments'),
    {
      kind: 'table',
      caption: 'Environments',
      columns: ['What', 'Address'],
      rows: [
        ...(publicUrl === novacore ? [] : [['This server', `\`${publicUrl}/api\``]]),
        [
          'Sandbox, on your machine',
          `\`${novacore}/api\`, with the payment provider’s stand-in on \`http://localhost:3001\``,
        ],
      ],
    },
    paragraph(
      'There is no hosted sandbox yet. All commands in these guides call the one on your machine. Accounts, orders and tokens of one environment do not exist in another.',
    ),

    section('versions', 'Versions'),
    paragraph(
      `The version of the contract is ${version}. Additions raise the minor version: operations, optional fields of requests, fields and values of answers. Ignore those you do not know. Breaking changes raise the major version, at a new address, next to the old one.`,
    ),

    section('deprecation', 'Deprecation'),
    paragraph(
      draft(
        'An operation that will go is marked `deprecated` in the contract, and answers with the `Deprecation` and `Sunset` headers for at least 12 months.',
      ),
    ),

    section('support', 'Support'),
    paragraph(
      `Write to [${mail}](mailto:${mail}) with the \`Request-Id\` of the answer, or use the [contact form](/contact?topic=API). We answer within 1 to 2 business days. Report a weakness as [security.txt](/.well-known/security.txt) says. \`getHealth\` says whether the API works at this moment.`,
    ),
  ],
});
