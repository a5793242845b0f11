import { draft } from '../../claims';
import type { Page } from '../../page';

const page: Page = {
  path: '/product/accelerators',
  title: 'Accelerators, coming soon',
  description: 'Coming soon: a detailed comparison of the eight GPUs on the price list. Prices are available now.',
  navColour: 'sky',
  noindex: true,
  nav: { group: 'Products', label: 'Accelerators', hint: 'Details of eight GPUs', icon: 'accelerators' },
  sections: [
    {
      kind: 'coming-soon',
      subject: 'Accelerators',
      lead: draft(
        'A detailed comparison of the eight GPUs on the price list, from A30 to B200. Prices are available now.',
      ),
      actions: [
        { label: 'Notify me', to: '/contact?topic=Accelerators' },
        { label: 'See prices', to: '/pricing' },
      ],
    },
    { kind: 'related-pages', group: 'Products' },
  ],
};

export default page;
