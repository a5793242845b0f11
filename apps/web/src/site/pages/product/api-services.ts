import { draft } from '../../claims';
import type { Page } from '../../page';

const page: Page = {
  path: '/product/api-services',
  title: 'API Services, coming soon',
  description: 'APIs for GPU workloads are on their way. The guides for partner integrators are here already.',
  navColour: 'sky',
  noindex: true,
  nav: { group: 'Products', label: 'API Services', hint: 'APIs for GPU workloads', icon: 'api-services' },
  sections: [
    {
      kind: 'coming-soon',
      subject: 'API Services',
      lead: draft('APIs that reach GPU workloads from your own code.'),
      actions: [
        { label: 'Tell me when', to: '/contact?topic=API%20Services' },
        { label: 'Guides for partners', to: '/docs' },
      ],
    },
    { kind: 'related-pages', group: 'Products' },
  ],
};

export default page;
