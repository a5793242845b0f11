import { claim, draft } from '../claims';
import { operator } from '../operator';
import type { Block } from '../section';
import { numbered, paragraph } from './blocks';

const email = operator.contactEmail;

const figures: Block = {
  kind: 'table',
  caption: 'Our contract terms in figures',
  columns: ['Term', 'Figure'],
  rows: [
    ['Uptime', claim('uptimeSla')],
    ['Notice to end an agreement', claim('terminationNotice')],
    ['Notice to export your data, at least', claim('dataExportNotice')],
    ['Billing', `${claim('billingPeriods')}, in ${claim('billingCurrency')}`],
    ['Support', `${claim('supportHours')}, response within ${claim('supportResponse')}`],
  ],
};

const { grievanceOfficer } = operator;

const seller: Block = {
  kind: 'table',
  caption: 'The company that runs this site',
  columns: ['What', 'Details'],
  rows: [
    ['Legal name', operator.legalName],
    ['Registered address', operator.registeredAddress],
    ['CIN', operator.cin],
    ['GSTIN', operator.gstin],
    ['Phone', operator.phone],
    ['E-mail', `[${operator.email}](mailto:${operator.email})`],
  ],
};

export const notice: Block[] = [
  paragraph(draft('All documents that apply between you and NovaCore, in one place.')),
  {
    kind: 'list',
    items: [
      '[Terms of use](/terms-of-use), [cookie policy](/cookie-policy) and [privacy policy](/privacy-policy): on this page, below.',
      '[Refund policy](/refund-policy): when you get a refund, and how.',
      '[Legal centre](/legal): answers to 13 frequently asked questions.',
    ],
  },
  ...numbered('notice', [
    ['Who we are', seller],
    ['Contract terms in figures', figures],
    [
      'Order of precedence',
      'An order takes precedence over the terms of use. The terms of use take precedence over every other page. Where the law gives you more rights, the law applies.',
    ],
    [
      'Questions and grievances',
      `Grievance Officer: ${grievanceOfficer.name}, [${grievanceOfficer.email}](mailto:${grievanceOfficer.email}). You can also use the [contact page](/contact?topic=Grievance) or write to [${email}](mailto:${email}). We acknowledge a complaint within ${grievanceOfficer.acknowledgedWithin} and resolve it within ${grievanceOfficer.resolvedWithin}. If your question is about a payment, include the order number from your receipt.`,
    ],
  ]),
];
