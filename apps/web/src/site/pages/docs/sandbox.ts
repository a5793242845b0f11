import { answer, getPackages, paragraph, section, sh } from './code';
import { valuesOf } from './contract';
import { adviceFor } from './error-advice';
import { guide } from './guides';

const provocations = valuesOf('ProblemCode').map((code) => [`\`${code}\``, adviceFor(code).provoke]);

export default guide({
  path: '/docs/sandbox',
  title: 'Sandbox',
  description:
    'The sandbox replaces the payment provider and GitHub and Google log-in: test cards, test users and errors on request.',
  lead: 'The sandbox replaces the payment provider and the identity provider over HTTP, on its own origin. No real money moves, and it asks for no passwords.',
  blocks: [
    section('start', 'Start the sandbox'),
    paragraph(
      `${getPackages} With Node, \`npm install ./novacore-sandbox-1.4.0.tgz && npx novacore-sandbox\` starts the API at http://localhost:3000 and the sandbox at http://localhost:3001. All guides use these addresses. It keeps its orders after a restart.`,
    ),
    paragraph(
      'Its pages show every request and every webhook with its answers, compute signatures step by step, send an event again, script errors and move the clock.',
    ),

    section('try', 'Test cards and UPI ids'),
    {
      kind: 'table',
      caption: 'Test inputs',
      columns: ['Input', 'What happens'],
      rows: [
        ['Card `4100 2800 0000 1007`', 'Succeeds with any future month, any CVV, and an OTP of 4 to 10 digits'],
        ['Card `4100 2800 0008 0001`', 'Fails: insufficient funds. You can try again'],
        ['UPI id `success@razorpay`', 'Succeeds at once'],
        ['UPI id `failure@razorpay`', 'Fails. You can try again'],
        ['Net banking, any bank', 'You choose the answer of the bank'],
      ],
    },

    section('keys', 'Keys of the sandbox'),
    paragraph('These keys are public, work nowhere else, and are refused in production.'),
    {
      kind: 'table',
      caption: 'Keys of the sandbox',
      columns: ['What', 'Value'],
      rows: [
        ['Key id', '`rzp_test_NovaCoreSandbx`'],
        ['Key secret', '`sandbox-key-secret-not-for-production`'],
        ['Webhook secret', '`sandbox-webhook-secret-not-for-production`'],
        ['Client id and audience for log-in', '`novacore-web`, `novacore-api`'],
      ],
    },

    section('pay', 'Pay without a browser'),
    paragraph(
      'The controls act as payer, bank and back office. They answer programs on the same machine, not web pages. This call pays an order and returns the three identifiers of checkout, and the payment. `$ORDER` is an id from `createOrder`, as in the [quickstart](/docs/quickstart):',
    ),
    sh(`SANDBOX=http://localhost:3001
curl -sS --fail-with-body "$SANDBOX/control/orders/$ORDER/pay" \\
  --json '{"method": "upi"}'`),
    paragraph(
      '`outcome` is `captured` unless you say `created`, `authorized` or `failed`. `amount`, in paise, and `currency` may differ from the order’s: test how your program handles [`payment_mismatch`](/docs/errors#payment_mismatch).',
    ),
    sh(`curl -sS --fail-with-body "$SANDBOX/control/orders/$ORDER/pay" \\
  --json '{"outcome": "failed", "reason": "insufficient_funds"}'`),

    section('login', 'Log in as a test user'),
    paragraph(
      'The GitHub and Google buttons lead to a page where you choose a test user: Asha Rao, Vikram Iyer, or any name you enter. A program gets an access token for the API like this:',
    ),
    sh(`curl -sS --fail-with-body -X POST "$SANDBOX/control/idp/token" \\
  --json '{"connection": "github"}'`),

    section('faults', 'Cause errors'),
    paragraph(
      'Most errors of the payment provider never reach you, because NovaCore handles them: test that it does. This call drops the connection of the next order after the work is done: the provider has the order, but the answer is lost. Then call `createOrder` as usual.',
    ),
    sh(`curl -sS --fail-with-body "$SANDBOX/control/faults" \\
  --json '[{"match": {"operation": "createOrder"}, "do": {"kind": "drop", "when": "after"}}]'`),
    paragraph(
      '`kind` is `delay` (with `ms`), `status` (with `status`), `drop`, `garbage` or `hang`; `when` is `before` or `after` the work; `times` is how often; 0 means always. This call removes all faults:',
    ),
    sh(`curl -sS --fail-with-body -X DELETE "$SANDBOX/control/faults"`),

    section('api', 'Errors of your own calls'),
    paragraph(
      'The sandbox serves the API a second time at http://localhost:3001/api. Point your program there, and its calls can fail too: lost answers, 401, 429, 503 and every error code. The name of an operation is `api.` and its operationId. `code` is optional.',
    ),
    sh(`curl -sS --fail-with-body -o /dev/null "$SANDBOX/control/faults" --json '[{
  "match": {"operation": "api.createOrder"},
  "do": {"kind": "status", "status": 429, "code": "busy"}}]'
curl -sS "$SANDBOX/api/user/order" --json '{"amount": 150}' \\
  -o /dev/null -w '%{http_code}'`),
    answer('429', 'text'),

    section('codes', 'How to provoke each error code'),
    paragraph('Every code can be scripted like this. Many can also be provoked for real:'),
    { kind: 'table', caption: 'Error codes', columns: ['Code', 'How'], rows: provocations },

    section('certify', 'Certify your shop'),
    paragraph(
      'If your shop uses Razorpay itself, `npx novacore-sandbox certify <url>` tests it with forged signatures, repeated and late events, lost answers and second payments. See [Webhooks](/docs/webhooks#certify).',
    ),

    section('real', 'From the sandbox to real payments'),
    paragraph(
      'Only the address of NovaCore changes in your program. `getConfig` returns the key id and the address of the checkout script; always use these.',
    ),
  ],
});
