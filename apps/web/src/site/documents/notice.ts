import { claim, draft } from '../claims';
import { operator } from '../operator';
import type { Block } from '../section';
import { numbered, paragraph } from './blocks';

const email = operator.contactEmail;

const figures: Block = {
  kind: 'table',
  caption: 'The figures we owe',
  columns: ['What', 'Figure'],
  rows: [
    ['Uptime', claim('uptimeSla')],
    ['Notice to end an agreement', claim('terminationNotice')],
    ['Notice to export your data, at least', claim('dataExportNotice')],
    ['Billing', `${claim('billingPeriods')}, in ${claim('billingCurrency')}`],
    ['Support', `${claim('supportHours')}, response in ${claim('supportResponse')}`],
    ['Reply to an inquiry', claim('replyPromise')],
  ],
};

/** The documents, and whom to ask. */
export const notice: Block[] = [
  paragraph(draft('Every document that holds between you and NovaCore, in one place.')),
  {
    kind: 'list',
    items: [
      '[Terms of use](/terms-of-use), [cookie policy](/cookie-policy) and [privacy policy](/privacy-policy): below, on this page.',
      '[Refund policy](/refund-policy): when money goes back, and how.',
      '[Legal centre](/legal): thirteen short answers.',
    ],
  },
  ...numbered('notice', [
    ['What we owe', figures],
    [
      'Which comes first',
      'An order comes before the terms of use, and the terms of use before every other page. Where a law gives you more, the law holds.',
    ],
    [
      'Questions and grievances',
      `Write to the Grievance Officer of NovaCore at [${email}](mailto:${email}) or through the [contact page](/contact?topic=Grievance). For a payment, add the order number on your receipt. We reply in ${claim('replyPromise')}.`,
    ],
  ]),
];
