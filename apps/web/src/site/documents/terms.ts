import { claim, draft } from '../claims';
import { operator } from '../operator';
import type { Block } from '../section';
import { list, numbered, paragraph } from './blocks';

const email = operator.contactEmail;

export const terms: Block[] = [
  paragraph(draft('These terms apply to the site, your account and our services.')),
  ...numbered('terms', [
    [
      'Agreement',
      `These terms are between you and ${operator.legalName} (“NovaCore”, “we”). You accept them when you create an account or pay. To do so you must be old enough to make a contract; in India the age is 18 (Indian Contract Act, 1872). If you act for a company, you confirm that you are authorised to do so.`,
    ],
    [
      'Your account',
      'Each e-mail address has one account. Keep your password secret, and tell us at once if someone else has used your account. If you log in through GitHub or Google, their terms also apply.',
    ],
    [
      'Services and orders',
      'This site describes what we offer. We supply GPUs, servers, clusters and services under a separate order. The order states what you get, for how long and at what price.',
    ],
    [
      'Prices and billing',
      `List prices in rupees and in US dollars are set separately, not converted. You are billed in ${claim('billingCurrency')}, monthly or annually, at the price in your order. ${operator.gstStatement}`,
    ],
    [
      'Payment on this site',
      `The payment page takes one fixed amount, ${claim('paymentAmount')}, through Razorpay Checkout. Card, UPI and bank details go to Razorpay and never to us. After verification you get a receipt. See the [refund policy](/refund-policy).`,
    ],
    [
      'Uptime and support',
      `For services under an order we guarantee ${claim('uptimeSla')} uptime, and support ${claim('supportHours')} with a response within ${claim('supportResponse')}. The order defines how uptime is measured and what you receive if we miss it.`,
    ],
    [
      'Acceptable use',
      'Do not use the site or the services',
      list(
        'for anything unlawful, or to infringe the rights of others;',
        'to attack, scan or overload any system, or to spread malware;',
        'to access data or accounts that are not yours;',
        'in breach of export controls or sanctions;',
        'for resale, unless we have agreed to it in writing.',
      ),
      'If these rules are broken, or if others need protection, we may suspend the service concerned. We will tell you as soon as we can.',
    ],
    [
      'Your data and models',
      `Your data and models remain yours. We process them only to provide the service, to keep it secure, and where the law requires it. You are responsible for having the right to use them. When a service ends, you get at least ${claim('dataExportNotice')} notice to export your data before it is deleted.`,
    ],
    [
      'Our property, and licences',
      'The site, our software and the name NovaCore belong to us. You may use the API as its [documentation](/docs) describes. Open-source components keep their own licences. Any other use needs a [licence](/legal#partnership).',
    ],
    [
      'Ending an agreement',
      `Either party may end an agreement with ${claim('terminationNotice')} notice. Either party may end it at once if the other commits a serious breach and does not correct it when asked. Amounts already due remain due.`,
    ],
    [
      'Liability',
      'We provide the site and the services with reasonable care. As far as the law allows, neither party is liable for indirect loss, such as lost profit. Nothing here limits liability that cannot be limited by law, such as liability for fraud, intent, or injury to life or health, or the rights of consumers under the Consumer Protection Act, 2019.',
    ],
    [
      'Changes',
      'We publish new versions on this page. The version published when you ordered applies to that order, unless the law or a written agreement between us says otherwise.',
    ],
    [
      'Law and disputes',
      `Indian law governs these terms, and the courts of India have jurisdiction. Consumers may use any forum that the law gives them. Please write to the Grievance Officer first: [${email}](mailto:${email}).`,
    ],
  ]),
];
