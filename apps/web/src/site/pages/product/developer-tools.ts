import { draft } from '../../claims';
import type { Page } from '../../page';

const page: Page = {
  path: '/product/developer-tools',
  title: 'Developer Tools, coming soon',
  description: 'Coming soon: developer tools for NovaCore. Write to us and we will tell you when they are available.',
  navColour: 'sky',
  noindex: true,
  nav: { group: 'Products', label: 'Developer Tools', hint: 'For building on NovaCore', icon: 'developer-tools' },
  sections: [
    {
      kind: 'coming-soon',
      subject: 'Developer Tools',
      lead: draft('Tools for building on NovaCore, from one GPU to a cluster.'),
      actions: [
        { label: 'Notify me', to: '/contact?topic=Developer%20Tools' },
        { label: 'GPU Stack, available now', to: '/product/gpu-stack' },
      ],
    },
    { kind: 'related-pages', group: 'Products' },
  ],
};

export default page;
