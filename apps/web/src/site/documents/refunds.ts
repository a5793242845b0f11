import { claim } from '../claims';
import { operator } from '../operator';
import type { Block } from '../section';

const email = operator.contactEmail;
const section = (id: string, text: string): Block => ({ kind: 'heading', level: 2, id, text });
const paragraph = (text: string): Block => ({ kind: 'paragraph', text });

export const refunds: Block[] = [
  section('scope', 'What this covers'),
  paragraph(
    `The payment of ${claim('paymentAmount')} that is made on the payment page of this site. Services under an order of their own follow what that order says.`,
  ),
  section('automatic', 'What goes back by itself'),
  {
    kind: 'list',
    items: [
      'A further payment for an order that is paid already: refunded in full.',
      'A payment that your bank set aside but that was never captured: released by Razorpay.',
      'A payment that failed after money left your account: returned by your bank or by Razorpay.',
    ],
  },
  section('request', 'What you can ask for'),
  paragraph(
    `If you paid by mistake, or did not get what you paid for, write to [${email}](mailto:${email}) or through the [contact page](/contact?topic=Refund). Give the order number on your receipt and say what happened. We reply in ${claim('replyPromise')}, with a yes, or a no and its reason.`,
  ),
  section('how', 'How the money comes'),
  paragraph(
    'In rupees, through Razorpay, to the card, account or UPI address it came from. How soon it shows is then up to your bank.',
  ),
  section('review', 'When an amount differs'),
  paragraph(
    'If what arrived is not what the order says, in amount or currency, nothing happens by itself: a person looks at it first, and your payment page says so. Only where another payment has paid the order does it go back like any second one.',
  ),
  section('rights', 'Your rights'),
  paragraph(
    'This policy takes away nothing that the law gives you, such as the rights of a consumer under the Consumer Protection Act, 2019. If you are not content with an answer, write to the Grievance Officer at the same address.',
  ),
];
