import { draft } from '../../claims';
import type { Page } from '../../page';

const page: Page = {
  path: '/product/analytics-platform',
  title: 'Analytics Platform, coming soon',
  description: 'A view of what your GPUs do is on its way. Write to us and we tell you when it is here.',
  navColour: 'sky',
  noindex: true,
  nav: { group: 'Products', label: 'Analytics Platform', hint: 'See what your GPUs do', icon: 'analytics-platform' },
  sections: [
    {
      kind: 'coming-soon',
      subject: 'Analytics Platform',
      lead: draft('One place to see what every GPU is doing.'),
      actions: [
        { label: 'Tell me when', to: '/contact?topic=Analytics%20Platform' },
        { label: 'GPU Clusters today', to: '/product/gpu-clusters' },
      ],
    },
    { kind: 'related-pages', group: 'Products' },
  ],
};

export default page;
