import { paragraph, section, sh } from './code';
import { guide } from './guides';

export default guide({
  path: '/docs/sandbox',
  title: 'Sandbox',
  description:
    'A stand-in for the payment provider and for GitHub and Google log-in: test cards, and faults on request.',
  lead: 'It stands in for the payment provider and the identity provider, over real HTTP, on an origin of its own. No money moves, and nobody is asked for a password.',
  blocks: [
    section('start', 'Start it'),
    paragraph(
      '`npm start` runs it beside the site, on port 3001. `npm run sandbox` starts it alone. It keeps its orders over a restart; its front page shows the latest.',
    ),

    section('try', 'What to type into checkout'),
    {
      kind: 'table',
      caption: 'Test inputs',
      columns: ['Input', 'What happens'],
      rows: [
        [
          'Card `4100 2800 0000 1007`',
          'Succeeds: any month in the future, any CVV, then 4 to 10 digits as the password',
        ],
        ['Card `4100 2800 0008 0001`', 'Fails for want of money, and can be tried again'],
        ['UPI id `success@razorpay`', 'Succeeds at once'],
        ['UPI id `failure@razorpay`', 'Fails, and can be tried again'],
        ['Net banking, any bank', 'You choose how the bank answers'],
      ],
    },

    section('keys', 'Its keys'),
    paragraph('They are public on purpose, worth nothing anywhere else, and refused by a NovaCore in production.'),
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
      'Its controls play the payer, the bank and the back office. They answer programs on the same machine, and no web page. This pays an order and answers the three identifiers of checkout, and the payment:',
    ),
    sh(`SANDBOX=http://localhost:3001
curl -sS --fail-with-body "$SANDBOX/control/orders/$ORDER/pay" \\
  --json '{"method": "upi"}'`),
    paragraph(
      '`outcome` is `captured` unless you say `created`, `authorized` or `failed`. `amount`, in paise, and `currency` may differ from the order’s: see what your program makes of [`payment_mismatch`](/docs/errors#payment_mismatch).',
    ),
    sh(`curl -sS --fail-with-body "$SANDBOX/control/orders/$ORDER/pay" \\
  --json '{"outcome": "failed", "reason": "insufficient_funds"}'`),

    section('login', 'Log in as somebody'),
    paragraph(
      'The GitHub and Google buttons lead to a page where you choose who to be: Asha Rao, Vikram Iyer, or anybody you type. A program gets an access token for the API like this:',
    ),
    sh(`curl -sS --fail-with-body -X POST "$SANDBOX/control/idp/token" \\
  --json '{"connection": "github"}'`),

    section('faults', 'Have something go wrong'),
    paragraph(
      'A program that handles money is judged by its bad days. This drops the connection of the next order after the work is done: the provider has the order, and nobody hears of it. Then `createOrder` as usual.',
    ),
    sh(`curl -sS --fail-with-body "$SANDBOX/control/faults" \\
  --json '[{"match": {"operation": "createOrder"}, "do": {"kind": "drop", "when": "after"}}]'`),
    paragraph(
      '`kind` is `delay`, `status`, `drop`, `garbage` or `hang`; `when` is `before` or `after` the work; `times` says how often, and 0 is always. This takes all faults away:',
    ),
    sh(`curl -sS --fail-with-body -X DELETE "$SANDBOX/control/faults"`),

    section('real', 'From the sandbox to real money'),
    paragraph(
      'Nothing in your program changes but the address of NovaCore. `getConfig` answers the key id and the address of checkout’s script that belong to it; take both from there, always.',
    ),
  ],
});
