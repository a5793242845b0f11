import { claim } from '../claims';
import { operator } from '../operator';
import type { Block } from '../section';

const email = operator.contactEmail;
const section = (id: string, text: string): Block => ({ kind: 'heading', level: 2, id, text });
const paragraph = (text: string): Block => ({ kind: 'paragraph', text });

export const refunds: Block[] = [
  section('scope', 'What this policy covers'),
  paragraph(
    `The payment of ${claim('paymentAmount')} on the payment page of this site. Services under a separate order follow the terms of that order.`,
  ),
  section('automatic', 'Automatic refunds'),
  {
    kind: 'list',
    items: [
      'A second payment for an order that is already paid: refunded in full.',
      'A payment that your bank authorised but that was never captured: released by Razorpay.',
      'A payment that failed after money left your account: returned by your bank or by Razorpay.',
    ],
  },
  section('request', 'Refunds on request'),
  paragraph(
    `If you paid by mistake, or did not get what you paid for, write to [${email}](mailto:${email}) or use the [contact page](/contact?topic=Refund). Give the order number from your receipt and say what happened. We answer with a decision and the reason.`,
  ),
  section('how', 'How refunds are paid'),
  paragraph(
    'In rupees, through Razorpay, to the card, bank account or UPI address that you paid with. When it appears in your account depends on your bank.',
  ),
  paragraph(operator.refundTime),
  section('review', 'If the amount differs'),
  paragraph(
    'If the amount or currency we receive differs from your order, nothing is refunded automatically. We review the payment first, and your payment page shows “Under review”. If another payment has already paid the order, we refund this one like any second payment.',
  ),
  section('rights', 'Your rights'),
  paragraph(
    `This policy does not limit your legal rights, such as those of consumers under the Consumer Protection Act, 2019. If you disagree with our answer, write to the Grievance Officer, ${operator.grievanceOfficer.name}, at [${operator.grievanceOfficer.email}](mailto:${operator.grievanceOfficer.email}).`,
  ),
];
