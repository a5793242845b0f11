import { draft } from '../../claims';
import type { Page } from '../../page';

const page: Page = {
  path: '/product/developer-tools',
  title: 'Developer Tools, coming soon',
  description: 'Developer tools for NovaCore are on their way. Write to us and we tell you when they are here.',
  navColour: 'sky',
  noindex: true,
  nav: { group: 'Products', label: 'Developer Tools', hint: 'For building on NovaCore', icon: 'developer-tools' },
  sections: [
    {
      kind: 'coming-soon',
      subject: 'Developer Tools',
      lead: draft('Tools for building on NovaCore, from the first job on one GPU to the hundredth on many.'),
      actions: [
        { label: 'Tell me when', to: '/contact?topic=Developer%20Tools' },
        { label: 'GPU Stack today', to: '/product/gpu-stack' },
      ],
    },
    { kind: 'related-pages', group: 'Products' },
  ],
};

export default page;
