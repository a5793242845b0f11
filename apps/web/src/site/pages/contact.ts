import { claim } from '../claims';
import type { Page } from '../page';

const page: Page = {
  path: '/contact',
  title: 'Contact',
  description:
    'Tell us which GPUs you need, how many and for how long. We reply in 1-2 business days. Offices in Delaware, Hyderabad, Silicon Valley and Mumbai.',
  navColour: 'sky',
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
      hintsTitle: 'Worth telling us',
      hints: ['Which GPU, or which model you run', 'How many, and for how long', 'India, the US or both'],
    },
    {
      kind: 'offices',
      id: 'offices',
      tone: 'film',
      head: { caption: 'Offices', title: 'Where we are' },
      offices: [
        { city: 'Delaware', region: 'US' },
        { city: 'Silicon Valley', region: 'US' },
        { city: 'Mumbai', region: 'India' },
        { city: 'Hyderabad', region: 'India' },
      ],
    },
  ],
};

export default page;
