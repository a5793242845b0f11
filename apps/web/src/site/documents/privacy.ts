import { claim, draft } from '../claims';
import { operator } from '../operator';
import type { Block } from '../section';
import { list, numbered, paragraph } from './blocks';

const { contactEmail: email, grievanceOfficer } = operator;

const data: Block = {
  kind: 'table',
  caption: 'Personal data, by purpose',
  columns: ['Data', 'Purpose', 'Kept for'],
  rows: [
    [
      'Account: e-mail address, and your password as an argon2id hash; or, with GitHub or Google, the identifier they give you',
      'To let you, and only you, log in.',
      'As long as the account exists. An account that was never confirmed and has no payment is deleted after 30 days without a log-in.',
    ],
    [
      'Log-ins: time, way, browser, and the network of your IP address (without its last part) of the last 20; the browsers you used, by a random number, and their networks',
      'To show them to you, to tell you of a log-in from somewhere new, and to end the guessing of your password.',
      'The last 20 log-ins; browsers 180 days after their last login. At most as long as the account exists.',
    ],
    [
      'Passkeys that you add: public key, your name for it, how often and when it was last used',
      'To let you log in with them, and to notice copies.',
      'Until you remove them, or as long as the account exists.',
    ],
    [
      'Payments: order and payment numbers, amount, status, times, and how you paid: the last four digits of a card, a UPI address or a bank',
      'To verify payments, show your receipt, refund second payments, and keep accounts.',
      'As long as tax and accounting law requires.',
    ],
    [
      'Mails: which kind we sent you, and when; not the text',
      'To answer you when you miss one.',
      '180 days. At most as long as the account exists.',
    ],
    [
      'Access of our staff: who looked at or changed what of yours, and when',
      'To check our staff.',
      'Looks 180 days; changes as long as accounting law requires.',
    ],
    [
      'Cases: what needed our attention about a payment of yours, and what our staff decided',
      'To resolve failed refunds, disputes and wrong amounts.',
      '180 days after it is resolved, and as long as the payment if its cause lasts; differences in our books as long as the books.',
    ],
    [
      'Inquiries: what you write to us by e-mail',
      'To answer you.',
      'Until your inquiry is closed and no claim can arise from it.',
    ],
    [
      'Technical log: time, address requested, status; your IP address, to prevent abuse',
      'To keep the service running and secure.',
      `${operator.logRetentionDays} days.`,
    ],
  ],
};

export const privacy: Block[] = [
  paragraph(
    draft(
      `${operator.legalName} (“NovaCore”) is the data fiduciary under the Digital Personal Data Protection Act, 2023 and, where the GDPR applies, the controller.`,
    ),
  ),
  ...numbered('privacy', [
    [
      'What we hold, and why',
      data,
      'We do not hold card numbers, UPI PINs or bank passwords. The contact form sends nothing to us; it opens your own mail program. We do not sell data or show advertising.',
    ],
    [
      'Legal basis',
      'Your consent and our contract with you; legal duties, such as keeping accounts; and, where applicable, our legitimate interest in a secure service. You can withdraw consent as easily as you gave it.',
    ],
    [
      'Who receives it',
      'Razorpay, for payments and refunds; the identity provider, if you log in through GitHub or Google; providers of hosting and e-mail that work on our instructions; authorities, where the law requires it.',
    ],
    [
      'Where data is stored',
      `Our data centres are in India and the US. We transfer data across borders only as the law allows. Encryption is ${claim('encryption')}.`,
    ],
    [
      'Your rights',
      'You can ask us',
      list(
        'what we hold about you, and with whom it was shared;',
        'to correct or complete it;',
        'to delete it, unless the law requires us to keep it;',
        'to let a person you nominate act for you in case of death or incapacity;',
        'where the GDPR applies: for a portable copy, to restrict its use, or to stop a use that you object to.',
      ),
      `Write to [${email}](mailto:${email}). We may ask you to confirm your identity.`,
    ],
    [
      'Grievances',
      `The Grievance Officer, for this policy and under the Information Technology Act, 2000, is ${grievanceOfficer.name}, [${grievanceOfficer.email}](mailto:${grievanceOfficer.email}). You get an acknowledgement within ${grievanceOfficer.acknowledgedWithin} and an answer within ${grievanceOfficer.resolvedWithin}. If our answer does not settle the matter, you may go to the Data Protection Board of India or, where the GDPR applies, to your supervisory authority.`,
    ],
    [
      'Children',
      'The service is for people who can enter into a contract: in India, from the age of 18. We do not knowingly hold data of children.',
    ],
    ['Changes', 'We publish a new version on this page before it applies.'],
  ]),
];
