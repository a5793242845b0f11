import { answer, getPackages, novacore, paragraph, section, sh } from './code';
import { guide } from './guides';
import { sampleLinks } from './languages';

const BEARER = '-H "authorization: Bearer $TOKEN"';

const client = `import { createClient } from '@novacore/client';

let token = '';
const api = createClient({ baseUrl: '${novacore}/api', token: () => token });
const email = \`partner-\${Date.now()}@lab.example\`;
const credentials = { email, password: 'nine tall mango trees' };

await api.POST('/auth/signup', { body: credentials });
const login = await api.POST('/auth/login', { body: credentials });
if (login.error) throw new Error(login.error.code);
token = login.data.token;

const order = await api.POST('/user/order', { body: { amount: 150 } });
if (order.error) throw new Error(order.error.code);
const { id } = order.data;
await api.POST('/user/order/{id}/claim', { params: { path: { id } } });

// In a browser checkout does this. The sandbox pays on request.
const paid = await fetch(\`http://localhost:3001/control/orders/\${id}/pay\`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ method: 'upi' }),
});
const { payment, ...identifiers } = await paid.json();

const verified = await api.POST('/user/verify', { body: identifiers });
if (verified.error) throw new Error(verified.error.code);
console.log(verified.data.message);`;

export default guide({
  path: '/docs/quickstart',
  title: 'Quickstart',
  description:
    'Make and verify your first payment with curl, then in TypeScript with the typed client of the API contract.',
  lead: 'Make and verify your first payment, with NovaCore and its sandbox on your own machine. First with curl, then in TypeScript.',
  blocks: [
    section('before', 'Before you start'),
    paragraph(
      `You need Node 20.19 or later, curl 7.82 or later and a shell. ${getPackages} Put them into an empty folder and start NovaCore with \`npm install ./novacore-sandbox-1.4.0.tgz && npx novacore-sandbox\`: the API runs on port 3000, and a [sandbox](/docs/sandbox) that replaces the payment provider runs on port 3001. No real money moves. Go on in a second shell in this folder.`,
    ),
    sh(
      `NOVACORE=${novacore}
SANDBOX=http://localhost:3001
field() { node -pe "JSON.parse(fs.readFileSync(0)).$1"; }`,
      'Addresses, and a function that reads one field of an answer',
    ),

    section('account', 'Create an account and log in'),
    sh(`EMAIL="partner-$(date +%s)@lab.example"
PERSON='{"email": "'$EMAIL'", "password": "nine tall mango trees"}'
curl -sS --fail-with-body "$NOVACORE/api/auth/signup" --json "$PERSON"`),
    answer('{ "success": true, "message": "Account created. Please log in." }'),
    paragraph('Logging in returns a [token](/docs/tokens). Send it in a header, never in an address.'),
    sh('TOKEN=$(curl -sS --fail-with-body "$NOVACORE/api/auth/login" --json "$PERSON" | field token)'),

    section('order', 'Create and claim an order'),
    paragraph(
      '`createOrder` takes rupees and returns what checkout needs: an id and the amount in paise. It needs no token. `claimOrder` assigns the order to your account.',
    ),
    sh(`ORDER=$(curl -sS --fail-with-body "$NOVACORE/api/user/order" \\
  --json '{"amount": 150}' | field id)
curl -sS --fail-with-body -X POST "$NOVACORE/api/user/order/$ORDER/claim" \\
  ${BEARER}`),
    answer(`{
  "id": "order_Q2b7XkLm90PzTa",
  "product": { "code": "account_setup", "title": "Sets up your account for GPU orders (one time)" },
  "receipt": "019ab3c07c1e700080003f1d5b0a9e10",
  "receiptNumber": null,
  "status": "CREATED",
  "refundStatus": "none",
  "disputeStatus": "none",
  "amountPaise": 15000,
  "currency": "INR",
  "createdAt": "2026-01-15T09:29:00.000Z",
  "paidAt": null,
  "nextCheckAt": "2026-01-15T09:44:00.000Z",
  "document": null,
  "payments": []
}`),

    section('pay', 'Pay'),
    paragraph(
      'On a web page the payer uses checkout, which passes three identifiers to its `handler`. Here the sandbox pays instead.',
    ),
    sh(`PAID=$(curl -sS --fail-with-body "$SANDBOX/control/orders/$ORDER/pay" \\
  --json '{"method": "upi"}')
PAYMENT=$(echo "$PAID" | field razorpay_payment_id)
SIGNATURE=$(echo "$PAID" | field razorpay_signature)`),

    section('verify', 'Verify the payment and read the order'),
    paragraph(
      '[Verification](/docs/verification) checks the signature and asks the payment provider about the payment.',
    ),
    sh(`curl -sS --fail-with-body "$NOVACORE/api/user/verify" \\
  ${BEARER} \\
  --json '{
    "razorpay_order_id": "'$ORDER'",
    "razorpay_payment_id": "'$PAYMENT'",
    "razorpay_signature": "'$SIGNATURE'"
  }'`),
    answer(`{
  "message": "Payment verified.",
  "orderStatus": "PAID",
  "paymentStatus": "captured",
  "surplus": false,
  "amountPaise": 15000
}`),
    sh(`curl -sS --fail-with-body "$NOVACORE/api/user/order/$ORDER" \\
  ${BEARER} | field status`),
    answer('PAID', 'text'),

    section('client', 'The same in TypeScript'),
    paragraph(
      'The client has the types of the contract: a wrong path, a missing field or an amount other than 150 does not compile.',
    ),
    sh(`npm install ./novacore-client-1.4.0.tgz
npm install --save-dev typescript@5.9.3`),
    { kind: 'code', language: 'ts', title: 'pay.mts', code: client },
    sh(`npx tsc --strict --target es2022 --module nodenext --lib es2022,dom pay.mts
node pay.mjs`),
    answer('Payment verified.', 'text'),

    section('languages', 'Other languages'),
    paragraph(
      `The same as one program: ${sampleLinks}. For other tools and languages, generate a client from [/openapi.yaml](/openapi.yaml), as [the server guide](/docs/server#server) does.`,
    ),

    section('next', 'Next'),
    {
      kind: 'list',
      items: [
        '[From your server](/docs/server): one account, one whole server, and polling.',
        '[Orders](/docs/orders): their states, and what happens if the browser closes during a payment.',
        '[Verification](/docs/verification): the signature step by step, and what to do with each answer.',
        '[Errors](/docs/errors): every error code, and what to do.',
        '[API reference](/docs/api): every operation with its fields, limits and examples.',
      ],
    },
  ],
});
