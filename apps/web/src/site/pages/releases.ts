import { draft } from '../claims';
import type { Page } from '../page';

const page: Page = {
  path: '/releases',
  title: 'Releases',
  description: 'Coming soon: what changed on the NovaCore platform, in order, and what it means for your jobs.',
  navColour: 'sky',
  noindex: true,
  sections: [
    {
      kind: 'coming-soon',
      subject: 'Releases',
      lead: draft('What changed on the platform, in order, with what it means for your jobs.'),
      actions: [
        { label: 'Contact', to: '/contact?topic=Releases' },
        { label: 'Company', to: '/company' },
      ],
    },
  ],
};

export default page;
