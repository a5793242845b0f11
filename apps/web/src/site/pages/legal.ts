import { claim, draft } from '../claims';
import type { Page } from '../page';
import type { Row } from '../section';

const page: Page = {
  path: '/legal',
  title: 'Legal centre',
  description:
    'NovaCore’s terms in short, thirteen questions with answers, AI compliance, our commitment, partnership and licensing. 30 days notice, 99.9% uptime SLA.',
  navColour: 'sky',
  nav: { group: 'Direct', label: 'Legal' },
  sections: [
    {
      kind: 'hero',
      layout: 'split',
      title: 'Legal centre',
      lead: draft('What we owe you, what you owe us, and where it is written.'),
      actions: [
        { label: 'Thirteen questions', to: '#faq' },
        { label: 'The documents', to: '#terms' },
      ],
      drawing: 'documents',
      stats: [
        { value: claim('terminationNotice'), label: 'notice to terminate' },
        { value: claim('uptimeSla'), label: 'uptime SLA' },
        { value: claim('dataExportNotice'), label: 'notice for data export, at least' },
        { value: claim('billingPeriods'), label: 'billing' },
      ],
    },
    {
      kind: 'faq',
      id: 'faq',
      head: { caption: 'FAQ', title: 'Thirteen questions' },
      questions: [
        {
          question: 'How do I end my agreement?',
          answer: draft(
            `Either side ends an agreement with ${claim('terminationNotice')} notice. Write to us through the contact page.`,
          ),
          figure: claim('terminationNotice'),
        },
        {
          question: 'What uptime do you commit to?',
          answer: draft(`An uptime SLA of ${claim('uptimeSla')}. How it is measured stands in your order.`),
          figure: claim('uptimeSla'),
        },
        {
          question: 'How long do I have to export my data?',
          answer: draft(
            `You get at least ${claim('dataExportNotice')} notice to export your data before it is removed.`,
          ),
          figure: claim('dataExportNotice'),
        },
        { question: 'How often am I billed?', answer: draft('Monthly or annually, as your order says.') },
        {
          question: 'Which currency am I billed in?',
          answer: draft(
            `In ${claim('billingCurrency')}. List prices are shown in rupees and in dollars; neither is converted into the other.`,
          ),
          figure: claim('billingCurrency'),
        },
        {
          question: 'How are card payments taken?',
          answer: draft(
            'In a checkout run by Razorpay, our payment provider. Card details go to Razorpay and never reach our servers. You get a receipt.',
          ),
        },
        {
          question: 'When does money come back?',
          answer: draft(
            'Money that arrives twice for one order goes back by itself. Everything else is in the [refund policy](/refund-policy).',
          ),
        },
        {
          question: 'How fast does support answer?',
          answer: draft(
            `Support is there ${claim('supportHours')}, with a response SLA of ${claim('supportResponse')}.`,
          ),
          figure: claim('supportResponseShort'),
        },
        { question: 'Where are your data centres?', answer: draft('In India and the US.') },
        {
          question: 'How is data encrypted?',
          answer: draft(`With ${claim('encryption')}. Access to data is written to an audit log.`),
          figure: claim('encryption'),
        },
        {
          question: 'Which standards do you work to?',
          answer: draft(
            `${claim('iso27001')}, ${claim('soc2')}, ${claim('hipaa')} and ${claim('gdpr')}. The [security page](/discover/security-compliance) has more.`,
          ),
        },
        {
          question: 'Can I log in with GitHub or Google?',
          answer: draft('Yes. You can also use an e-mail address and a password.'),
        },
        {
          question: 'How do I ask about partnership or licensing?',
          answer: draft(
            `Use the [contact page](/contact?topic=Partnership%20and%20licensing). We reply in ${claim('replyPromise')}.`,
          ),
        },
      ],
    },
    {
      kind: 'rows',
      id: 'terms',
      tone: 'film',
      head: { caption: 'Terms', title: 'The documents', lead: 'In plain words, and printable.' },
      rows: [
        read('Legal documents', 'Everything in one place, and whom to ask', '/legal-documents'),
        read('Terms of use', 'The site, your account, our services', '/terms-of-use'),
        read('Cookie policy', 'No cookies; what your browser keeps instead', '/cookie-policy'),
        read('Privacy policy', 'What we hold about you, and your rights', '/privacy-policy'),
        read('Refund policy', 'When money goes back, and how', '/refund-policy'),
      ],
    },
    {
      kind: 'bento',
      id: 'ai-compliance',
      head: {
        caption: 'AI compliance',
        title: 'Your model, our machines',
        lead: draft(
          'You decide what is trained and on which data, and answer for your right to use it. We keep the machines and the access to them in order.',
        ),
      },
      cells: [
        { title: claim('encryption'), figure: true, wide: true, text: 'Encryption of your data.' },
        { title: claim('iso27001'), figure: true, text: 'Information security.' },
        { title: claim('soc2'), figure: true, text: 'Controls, over a period.' },
        { title: claim('hipaa'), figure: true, text: 'Health data.' },
        { title: claim('gdpr'), figure: true, text: 'Personal data.' },
        {
          title: 'Audit logging',
          wide: true,
          icon: 'security-compliance',
          text: 'Who reached what, and when. Access is by role, with multi-factor authentication and SSO.',
          action: { label: 'Security and compliance', to: '/discover/security-compliance' },
        },
      ],
    },
    {
      kind: 'stats',
      id: 'commitment',
      tone: 'film',
      head: {
        caption: 'Commitment',
        title: 'Hold us to it',
        lead: draft('Four figures that we want to be measured by.'),
      },
      figures: [
        { value: claim('uptimeSla'), label: 'uptime' },
        { value: claim('supportHours'), label: 'support' },
        { value: claim('supportResponseShort'), label: 'response' },
        { value: claim('replyPromise'), label: 'to a reply' },
      ],
    },
    {
      kind: 'call-to-action',
      id: 'partnership',
      tone: 'sky',
      title: 'Partnership and licensing',
      lead: draft('Reselling, integration, joint research, a licence: write what you have in mind.'),
      actions: [
        { label: 'Contact Us', to: '/contact?topic=Partnership%20and%20licensing' },
        { label: 'Integrate the API', to: '/docs' },
      ],
    },
  ],
};

function read(title: string, text: string, to: string): Row {
  return { title, text, action: { label: 'Read', to } };
}

export default page;
