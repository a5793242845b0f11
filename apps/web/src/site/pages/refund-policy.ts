import { claim, draft } from '../claims';
import { refunds } from '../documents/refunds';
import type { Page } from '../page';

const page: Page = {
  path: '/refund-policy',
  title: 'Refund policy',
  description:
    'When a payment to NovaCore goes back: surplus payments by themselves, everything else on request, and how to ask.',
  navColour: 'white',
  nav: { group: 'Legal', label: 'Refund policy' },
  sections: [
    {
      kind: 'hero',
      layout: 'plain',
      title: 'Refund policy',
      lead: draft('When money goes back, how, and whom to ask.'),
      stats: [
        { value: claim('paymentAmount'), label: 'the payment this site takes' },
        { value: 'Once', label: 'is what you pay for one order' },
        { value: 'By itself', label: 'is how a surplus payment goes back' },
        { value: claim('replyPromise'), label: 'until we reply to a request' },
      ],
    },
    {
      kind: 'steps',
      id: 'surplus',
      tone: 'film',
      head: { caption: 'Paid twice', title: 'Nothing for you to do' },
      steps: [
        {
          title: 'It arrives',
          text: 'A second payment for an order that is paid already: two tabs, a late bank, a double click.',
        },
        { title: 'It goes back', text: 'The refund starts by itself, once, to the means you paid with.' },
        { title: 'You see it', text: 'Both payments and the refund stand on your payment page, beside the receipt.' },
      ],
    },
    { kind: 'prose', contents: true, blocks: refunds },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'Ask for a refund',
      lead: `Send the order number and the reason. We reply in ${claim('replyPromise')}.`,
      actions: [
        { label: 'Contact Us', to: '/contact?topic=Refund' },
        { label: 'Terms of use', to: '/terms-of-use' },
      ],
    },
  ],
};

export default page;
