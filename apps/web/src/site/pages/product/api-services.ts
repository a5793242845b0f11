import { draft } from '../../claims';
import type { Page } from '../../page';

const page: Page = {
  path: '/product/api-services',
  title: 'API Services, coming soon',
  description: 'Coming soon: APIs for GPU workloads. Guides for the payment API are available to partners now.',
  navColour: 'sky',
  noindex: true,
  nav: { group: 'Products', label: 'API Services', hint: 'APIs for GPU workloads', icon: 'api-services' },
  sections: [
    {
      kind: 'coming-soon',
      subject: 'API Services',
      lead: draft('APIs to control GPU workloads from your own code.'),
      actions: [
        { label: 'Notify me', to: '/contact?topic=API%20Services' },
        { label: 'Guides for partners', to: '/docs' },
      ],
    },
    { kind: 'related-pages', group: 'Products' },
  ],
};

export default page;
