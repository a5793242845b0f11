import { claim, draft } from '../claims';
import { operator } from '../operator';
import type { Page } from '../page';
import { purchaseNote } from '../purchase';
import type { Row } from '../section';

const page: Page = {
  path: '/legal',
  title: 'Legal centre',
  description:
    'NovaCore’s terms in short, frequently asked questions, AI compliance, our commitments, partnership and licensing. 30 days notice, 99.9% uptime SLA.',
  navColour: 'sky',
  nav: { group: 'Direct', label: 'Legal' },
  sections: [
    {
      kind: 'hero',
      layout: 'split',
      title: 'Legal centre',
      lead: draft('Terms, policies and answers in one place.'),
      actions: [
        { label: 'Read the FAQ', to: '#faq' },
        { label: 'Legal documents', to: '#terms' },
      ],
      drawing: 'documents',
    },
    {
      kind: 'faq',
      id: 'faq',
      head: { caption: 'FAQ', title: 'Frequently asked questions' },
      questions: [
        {
          question: `What is the ${claim('paymentAmount')} payment for?`,
          answer: purchaseNote,
          figure: claim('paymentAmount'),
        },
        { question: 'Are prices with GST, and do I get a tax invoice?', answer: operator.gstStatement },
        { question: 'What does an hour include?', answer: operator.hourIncludes },
        {
          question: 'How do I get access after an order?',
          answer: draft('When your GPUs are ready, we send the access details to the contact named in your order.'),
        },
        {
          question: 'Which tier applies to which GPU?',
          answer: draft(
            'Tier rates are for a full configuration and are quoted per order. Single GPUs have their own [list prices](/pricing#explorer).',
          ),
        },
        {
          question: 'How often am I billed, and in which currency?',
          answer: draft(
            `Monthly or annually, as your order states, in ${claim('billingCurrency')}. List prices in rupees and in US dollars are set separately, not converted.`,
          ),
          figure: claim('billingCurrency'),
        },
        {
          question: 'How are payments taken?',
          answer: draft(
            'Through Razorpay, our payment provider. You enter card and bank details at Razorpay, and they never reach our servers. Razorpay tells us how you paid: a UPI address, a bank, or the last four digits of a card. You get a receipt.',
          ),
        },
        {
          question: 'When do I get a refund?',
          answer: draft(
            'If you pay twice for one order, we refund the second payment automatically. For everything else, see the [refund policy](/refund-policy).',
          ),
        },
        {
          question: 'What happens if you miss the SLA?',
          answer: draft(
            `The uptime SLA is ${claim('uptimeSla')}. Your order defines how it is measured and what you receive if we miss it.`,
          ),
          figure: claim('uptimeSla'),
        },
        {
          question: 'How do I reach support at night?',
          answer: draft(
            `Support is available ${claim('supportHours')} and responds within ${claim('supportResponse')}. Your order names the support channel. Without an order, use the [contact page](/contact).`,
          ),
          figure: claim('supportResponseShort'),
        },
        {
          question: 'How do I cancel?',
          answer: draft(
            `Write to us through the [contact page](/contact?topic=Cancellation). Either party can end an agreement with ${claim('terminationNotice')} notice.`,
          ),
          figure: claim('terminationNotice'),
        },
        {
          question: 'How long do I have to export my data?',
          answer: draft(
            `You get at least ${claim('dataExportNotice')} notice to export your data before it is deleted.`,
          ),
          figure: claim('dataExportNotice'),
        },
        {
          question: 'Where is my data, and how is it protected?',
          answer: draft(
            `In data centres in India and the US, with ${claim('encryption')} encryption. The [security page](/discover/security-compliance) lists the standards we work to.`,
          ),
          figure: claim('encryption'),
        },
      ],
    },
    {
      kind: 'rows',
      id: 'terms',
      tone: 'film',
      head: { caption: 'Terms', title: 'Terms and policies', lead: 'In plain words, ready to print.' },
      rows: [
        read('Legal documents', 'All documents in one place, and contact for questions', '/legal-documents'),
        read('Terms of use', 'The site, your account, our services', '/terms-of-use'),
        read('Cookie policy', 'No cookies; what we store in your browser instead', '/cookie-policy'),
        read('Privacy policy', 'What personal data we hold, and your rights', '/privacy-policy'),
        read('Refund policy', 'When you get a refund, and how', '/refund-policy'),
      ],
    },
    {
      kind: 'rows',
      id: 'ai-compliance',
      head: {
        caption: 'Your models',
        title: 'AI compliance',
        lead: draft(
          'You decide what is trained and on which data, and are responsible for your right to use it. We protect the machines and control access to them.',
        ),
      },
      rows: [
        { title: 'Encryption', text: draft('Your data is encrypted.'), figure: claim('encryption') },
        {
          title: 'Information security',
          text: draft('Managed as a system of risks and controls.'),
          figure: claim('iso27001'),
        },
        { title: 'Security controls', text: draft('Examined over a period of time.'), figure: claim('soc2') },
        { title: 'Health data', text: draft('US rules for health information.'), figure: claim('hipaa') },
        { title: 'Personal data', text: draft('EU rules for personal data.'), figure: claim('gdpr') },
        {
          title: 'Audit logging',
          text: draft(
            'Records who accessed what, and when. Access is role-based, with multi-factor authentication and SSO.',
          ),
          action: { label: 'Security and compliance', to: '/discover/security-compliance' },
        },
      ],
    },
    {
      kind: 'stats',
      id: 'commitment',
      tone: 'film',
      head: { caption: 'Commitment', title: 'Our commitments' },
      figures: [
        { value: claim('uptimeSla'), label: 'uptime' },
        { value: claim('supportHours'), label: 'support' },
        { value: claim('supportResponseShort'), label: 'response' },
        { value: claim('terminationNotice'), label: 'notice to terminate' },
      ],
    },
    {
      kind: 'call-to-action',
      id: 'partnership',
      tone: 'sky',
      title: 'Partnership and licensing',
      lead: draft('Ask us about reselling, integration, joint research or a licence.'),
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
