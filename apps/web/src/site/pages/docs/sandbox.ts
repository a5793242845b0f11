import { paragraph, section, sh } from './code';
import { guide } from './guides';

export default guide({
  path: '/docs/sandbox',
  title: 'Sandbox',
  description:
    'The sandbox replaces the payment provider and GitHub and Google log-in: test cards, test users and errors on request.',
  lead: 'The sandbox replaces the payment provider and the identity provider over HTTP, on its own origin. No real money moves, and it asks for no passwords.',
  blocks: [
    section('start', 'Start the sandbox'),
    paragraph(
      '`npm start` runs it together with the site, on port 3001. `npm run sandbox` starts it alone. It keeps its orders after a restart; its front page shows the latest.',
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
      'The controls act as payer, bank and back office. They answer programs on the same machine, not web pages. This call pays an order and returns the three identifiers of checkout, and the payment:',
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
      'Test how your program handles errors. This call drops the connection of the next order after the work is done: the provider has the order, but the answer is lost. Then call `createOrder` as usual.',
    ),
    sh(`curl -sS --fail-with-body "$SANDBOX/control/faults" \\
  --json '[{"match": {"operation": "createOrder"}, "do": {"kind": "drop", "when": "after"}}]'`),
    paragraph(
      '`kind` is `delay`, `status`, `drop`, `garbage` or `hang`; `when` is `before` or `after` the work; `times` is how often; 0 means always. This call removes all faults:',
    ),
    sh(`curl -sS --fail-with-body -X DELETE "$SANDBOX/control/faults"`),

    section('real', 'From the sandbox to real payments'),
    paragraph(
      'Only the address of NovaCore changes in your program. `getConfig` returns the key id and the address of the checkout script; always use these.',
    ),
  ],
});
