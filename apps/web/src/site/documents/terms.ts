import { claim, draft } from '../claims';
import { operator } from '../operator';
import type { Block } from '../section';
import { list, numbered, paragraph } from './blocks';

const email = operator.contactEmail;

export const terms: Block[] = [
  paragraph(draft('The rules for the site, your account and our services.')),
  ...numbered('terms', [
    [
      'Agreement',
      'These terms are between you and NovaCore (“we”). You accept them when you create an account or pay, which takes the age and the right to make a contract; in India the age is 18 (Indian Contract Act, 1872). If you act for a company, you confirm that you may bind it.',
    ],
    [
      'Your account',
      'One account for one e-mail address. Keep your password to yourself, and tell us at once if somebody else has used your account. If you log in through GitHub or Google, their terms hold for that part too.',
    ],
    [
      'Services and orders',
      'This site describes what we offer. GPUs, servers, clusters and services are supplied under an order that you and we agree: what, for how long, at what price.',
    ],
    [
      'Prices and billing',
      `List prices are shown in rupees and in dollars; neither is converted into the other. You are billed in ${claim('billingCurrency')}, monthly or annually, at the price of your order. Taxes apply as the law says.`,
    ],
    [
      'Payment on this site',
      `The payment page takes one fixed amount, ${claim('paymentAmount')}, in a checkout run by Razorpay. Card, UPI and bank details go to Razorpay and never to us. Once it is verified you have a receipt; when money comes back is in the [refund policy](/refund-policy).`,
    ],
    [
      'Uptime and support',
      `For services under an order we owe an uptime of ${claim('uptimeSla')}, and support ${claim('supportHours')} with a response in ${claim('supportResponse')}. How uptime is measured, and what you get when we miss it, stands in the order.`,
    ],
    [
      'Acceptable use',
      'Do not use the site or the services',
      list(
        'for anything unlawful, or to infringe what belongs to others;',
        'to attack, scan or overload systems, ours or anybody’s, or to spread malware;',
        'to reach data or accounts that are not yours;',
        'against export controls or sanctions;',
        'to resell them, unless we have agreed to that in writing.',
      ),
      'Where this is broken, or where others need protection, we may suspend the part concerned, and tell you as soon as we may.',
    ],
    [
      'Your data and models',
      `They stay yours. We handle them only to provide the service, to keep it safe, and where the law requires it. You answer for your right to use them. When a service ends you get at least ${claim('dataExportNotice')} notice to export your data before it is removed.`,
    ],
    [
      'Our property, and licences',
      'The site, our software and the name NovaCore are ours. You may use the API as its [documentation](/docs) describes. Open-source parts keep their own licences. Anything beyond that takes a [licence](/legal#partnership).',
    ],
    [
      'Ending',
      `Either side may end an agreement with ${claim('terminationNotice')} notice, and at once where the other breaks it badly and does not mend that when asked. What was owed before stays owed.`,
    ],
    [
      'Liability',
      'We provide the site and the services with reasonable care. As far as the law allows, neither side answers for indirect loss, such as lost profit. Nothing here limits what may not be limited, such as liability for fraud, intent, or injury to life or health, or what the Consumer Protection Act, 2019 gives to consumers.',
    ],
    [
      'Changes',
      'New versions are published on this page. The version that stood here when you ordered holds for that order, unless the law or both of us say otherwise.',
    ],
    [
      'Law and disputes',
      `Indian law governs these terms, and the courts of India decide. A consumer may go to whatever forum the law gives. Please write to the Grievance Officer first: [${email}](mailto:${email}).`,
    ],
  ]),
];
