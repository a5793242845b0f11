import { draft } from '../claims';
import type { Page } from '../page';

const page: Page = {
  path: '/releases',
  title: 'Releases',
  description: 'Coming soon: release notes for the NovaCore platform, with what each change means for your jobs.',
  navColour: 'sky',
  noindex: true,
  sections: [
    {
      kind: 'coming-soon',
      subject: 'Releases',
      lead: draft('Release notes for the platform, with what each change means for your jobs.'),
      actions: [
        { label: 'Contact', to: '/contact?topic=Releases' },
        { label: 'Company', to: '/company' },
      ],
    },
  ],
};

export default page;
