import { claim } from '../claims';
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
      lead: claim('legalLead'),
      actions: [
        { label: 'Thirteen questions', to: '#faq' },
        { label: 'The documents', to: '#terms' },
      ],
      drawing: 'documents',
      facts: [
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
        { question: 'How do I end my agreement?', answer: claim('faqTermination'), figure: claim('terminationNotice') },
        { question: 'What uptime do you commit to?', answer: claim('faqUptime'), figure: claim('uptimeSla') },
        {
          question: 'How long do I have to export my data?',
          answer: claim('faqExport'),
          figure: claim('dataExportNotice'),
        },
        { question: 'How often am I billed?', answer: claim('faqBillingPeriods') },
        { question: 'Which currency am I billed in?', answer: claim('faqCurrency'), figure: claim('billingCurrency') },
        { question: 'How are card payments taken?', answer: claim('faqCards') },
        { question: 'When does money come back?', answer: claim('faqRefund') },
        {
          question: 'How fast does support answer?',
          answer: claim('faqSupport'),
          figure: claim('supportResponseShort'),
        },
        { question: 'Where are your data centres?', answer: claim('faqDataCentres') },
        { question: 'How is data encrypted?', answer: claim('faqEncryption'), figure: claim('encryption') },
        { question: 'Which standards do you work to?', answer: claim('faqStandards') },
        { question: 'Can I log in with GitHub or Google?', answer: claim('faqLogin') },
        { question: 'How do I ask about partnership or licensing?', answer: claim('faqPartnership') },
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
      kind: 'sheet',
      id: 'ai-compliance',
      head: { caption: 'AI compliance', title: 'Your model, our machines', lead: claim('aiComplianceText') },
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
      kind: 'facts',
      id: 'commitment',
      tone: 'film',
      head: { caption: 'Commitment', title: 'Hold us to it', lead: claim('commitmentText') },
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
      lead: claim('partnershipText'),
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
