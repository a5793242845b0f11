import { draft } from '../../claims';
import type { Page } from '../../page';

const page: Page = {
  path: '/product/sdk-libraries',
  title: 'SDK Libraries, coming soon',
  description: 'SDKs for NovaCore are on their way. The API contract is here already.',
  navColour: 'sky',
  noindex: true,
  nav: { group: 'Products', label: 'SDK Libraries', hint: 'SDKs for your code', icon: 'sdk-libraries' },
  sections: [
    {
      kind: 'coming-soon',
      subject: 'SDK Libraries',
      lead: draft('Libraries for the platform, so that your code speaks to it in its own language.'),
      actions: [
        { label: 'Tell me when', to: '/contact?topic=SDK%20Libraries' },
        { label: 'Guides for partners', to: '/docs' },
      ],
    },
    { kind: 'related-pages', group: 'Products' },
  ],
};

export default page;
