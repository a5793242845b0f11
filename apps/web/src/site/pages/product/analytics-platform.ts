import { draft } from '../../claims';
import type { Page } from '../../page';

const page: Page = {
  path: '/product/analytics-platform',
  title: 'Analytics Platform, coming soon',
  description:
    'Coming soon: usage and load of every GPU in one place. Write to us and we will tell you when it is available.',
  navColour: 'sky',
  noindex: true,
  nav: { group: 'Products', label: 'Analytics Platform', hint: 'Usage of your GPUs', icon: 'analytics-platform' },
  sections: [
    {
      kind: 'coming-soon',
      subject: 'Analytics Platform',
      lead: draft('The usage of every GPU in one place.'),
      actions: [
        { label: 'Notify me', to: '/contact?topic=Analytics%20Platform' },
        { label: 'GPU Clusters, available now', to: '/product/gpu-clusters' },
      ],
    },
    { kind: 'related-pages', group: 'Products' },
  ],
};

export default page;
