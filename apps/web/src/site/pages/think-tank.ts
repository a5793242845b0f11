import { draft } from '../claims';
import type { Page } from '../page';

const page: Page = {
  path: '/think-tank',
  title: 'Think Tank',
  description:
    'Coming soon: articles and working notes on GPU computing from NovaCore. Tell us what you would like to read.',
  navColour: 'sky',
  noindex: true,
  sections: [
    {
      kind: 'coming-soon',
      subject: 'Think Tank',
      lead: draft('Articles and working notes on GPU computing, written by our engineers.'),
      actions: [
        { label: 'Contact', to: '/contact?topic=Think%20Tank' },
        { label: 'Research', to: '/research' },
      ],
    },
  ],
};

export default page;
