import { draft } from '../claims';
import { lastUpdated } from '../documents/legal-screen';
import { refunds } from '../documents/refunds';
import type { Page } from '../page';

const page: Page = {
  path: '/refund-policy',
  title: 'Refund policy',
  description:
    'When you get a refund from NovaCore: second payments automatically, all others on request, and how to ask for one.',
  navColour: 'white',
  nav: { group: 'Legal', label: 'Refund policy' },
  sections: [
    {
      kind: 'hero',
      layout: 'plain',
      title: 'Refund policy',
      lead: draft(
        `You pay once per order. Second payments are refunded automatically, all others on request. ${lastUpdated}.`,
      ),
    },
    {
      kind: 'steps',
      id: 'surplus',
      tone: 'film',
      head: { caption: 'Paid twice', title: 'Second payments are refunded automatically' },
      steps: [
        {
          title: 'Second payment',
          text: 'We receive another payment for an order that is already paid, for example from a second tab or a delayed bank transfer.',
        },
        { title: 'Refund', text: 'The refund starts automatically, once, to the payment method you used.' },
        { title: 'Record', text: 'Your payments page shows both payments and the refund.' },
      ],
    },
    { kind: 'prose', contents: true, blocks: refunds },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'Ask for a refund',
      lead: 'Send us the order number and the reason.',
      actions: [
        { label: 'Contact Us', to: '/contact?topic=Refund' },
        { label: 'Terms of use', to: '/terms-of-use' },
      ],
    },
  ],
};

export default page;
