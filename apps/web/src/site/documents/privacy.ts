import { claim, draft } from '../claims';
import { operator } from '../operator';
import type { Block } from '../section';
import { list, numbered, paragraph } from './blocks';

const email = operator.contactEmail;

const data: Block = {
  kind: 'table',
  caption: 'Personal data, by purpose',
  columns: ['Data', 'Why', 'How long'],
  rows: [
    [
      'Account: e-mail address, and your password as an argon2id hash; or, through GitHub or Google, the number they give you',
      'To let you, and nobody else, log in.',
      'As long as the account exists.',
    ],
    [
      'Payments: numbers of order and payment, amount, status, means of payment, times',
      'To verify them, show your receipt, refund what came twice, and keep accounts.',
      'As long as tax and accounting law asks.',
    ],
    ['Inquiries: what you write to us by e-mail', 'To answer.', 'Until it is settled and no claim can follow from it.'],
    [
      'Technical log: time, address called, status; your IP address, against abuse',
      'To keep the service running and safe.',
      'Only as long as that takes.',
    ],
  ],
};

export const privacy: Block[] = [
  paragraph(
    draft(
      `What we know about you, why, how long, and what you can ask of us. For the Digital Personal Data Protection Act, 2023 NovaCore is the data fiduciary; where the GDPR applies, the controller.`,
    ),
  ),
  ...numbered('privacy', [
    [
      'What we hold, and why',
      data,
      'We do not hold card numbers, UPI PINs or bank passwords. The contact form sends nothing to us; it opens your own mail program. We sell no data and show no advertising.',
    ],
    [
      'On what ground',
      'Your consent and our contract with you; duties under law, such as keeping accounts; and, where the law knows it, our legitimate interest in a safe service. A consent can be withdrawn as easily as it was given; what was done before stays lawful.',
    ],
    [
      'Who else sees it',
      'Razorpay, for payments and refunds; the identity provider, if you log in through GitHub or Google; those who run machines or mail for us, on our instructions; authorities, where the law compels us.',
    ],
    [
      'Where it lies',
      `Our data centres are in India and the US. Data crosses a border only as the law allows. Encryption is ${claim('encryption')}.`,
    ],
    [
      'What you can ask of us',
      list(
        'what we hold about you, and with whom it was shared;',
        'that it be corrected or completed;',
        'that it be erased, unless a law makes us keep it;',
        'that somebody you name may act for you in case of death or incapacity;',
        'where the GDPR applies: a copy to take elsewhere, a limit on its use, an end to a use you object to.',
      ),
      `Write to [${email}](mailto:${email}). We may have to make sure that it is you. We reply in ${claim('replyPromise')}.`,
    ],
    [
      'Grievances',
      'The Grievance Officer, for this policy and under the Information Technology Act, 2000, reads the same address. If our answer does not settle it, you may go to the Data Protection Board of India or, where the GDPR applies, to your supervisory authority.',
    ],
    [
      'Children',
      'The service is for people who may enter into a contract, in India from 18. We do not knowingly hold data of children.',
    ],
    ['Changes', 'A new version is published on this page before it applies.'],
  ]),
];
