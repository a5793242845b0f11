import { draft } from '../../claims';
import type { Page } from '../../page';

const page: Page = {
  path: '/product/sdk-libraries',
  title: 'SDK Libraries, coming soon',
  description: 'Coming soon: SDKs for NovaCore in your programming language. The API contract is available now.',
  navColour: 'sky',
  noindex: true,
  nav: { group: 'Products', label: 'SDK Libraries', hint: 'SDKs for your code', icon: 'sdk-libraries' },
  sections: [
    {
      kind: 'coming-soon',
      subject: 'SDK Libraries',
      lead: draft('Libraries that call the platform from your programming language.'),
      actions: [
        { label: 'Notify me', to: '/contact?topic=SDK%20Libraries' },
        { label: 'Guides for partners', to: '/docs' },
      ],
    },
    { kind: 'related-pages', group: 'Products' },
  ],
};

export default page;
