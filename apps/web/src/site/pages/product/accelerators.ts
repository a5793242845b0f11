import { draft } from '../../claims';
import type { Page } from '../../page';

const page: Page = {
  path: '/product/accelerators',
  title: 'Accelerators, coming soon',
  description: 'The eight GPUs of the price list, side by side, are on their way. Their prices are here already.',
  navColour: 'sky',
  noindex: true,
  nav: { group: 'Products', label: 'Accelerators', hint: 'Eight GPUs, A30 to B200', icon: 'accelerators' },
  sections: [
    {
      kind: 'coming-soon',
      subject: 'Accelerators',
      lead: draft('The eight GPUs of the price list, from A30 to B200, side by side. Their prices are up already.'),
      actions: [
        { label: 'Tell me when', to: '/contact?topic=Accelerators' },
        { label: 'See prices', to: '/pricing' },
      ],
    },
    { kind: 'related-pages', group: 'Products' },
  ],
};

export default page;
