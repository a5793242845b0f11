import { claim, offices } from '../claims';
import type { Page } from '../page';

const page: Page = {
  path: '/contact',
  title: 'Contact',
  description:
    'Tell us which GPUs you need, how many and for how long. We reply in 1-2 business days. Offices in Delaware, Hyderabad, Silicon Valley and Mumbai.',
  navColour: 'sky',
  part: 'contact-form',
  nav: { group: 'Direct', label: 'Contact' },
  sections: [
    {
      kind: 'hero',
      layout: 'plain',
      title: 'Contact',
      lead: `Tell us what you want to run. We reply in ${claim('replyPromise')}.`,
    },
    {
      kind: 'contact-form',
      promise: { value: claim('replyPromiseFigure'), label: 'business days to a reply.' },
      hintsTitle: 'What to include',
      hints: [
        'Which GPU you need, or which model you run',
        'How many GPUs, and for how long',
        'Location: India, the US or both',
      ],
    },
    {
      kind: 'offices',
      id: 'offices',
      tone: 'film',
      head: { caption: 'Offices', title: 'Our offices' },
      offices,
    },
  ],
};

export default page;
