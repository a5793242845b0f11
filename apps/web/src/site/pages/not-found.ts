import type { Page } from '../page';

const page: Page = {
  path: '/404',
  title: 'Page not found',
  description: 'There is no page at this address.',
  navColour: 'white',
  noindex: true,
  sections: [
    {
      kind: 'hero',
      layout: 'split',
      title: 'Nothing at this address',
      lead: 'The page may have moved, or the address has a slip in it. Everything there is can be reached from the navigation above.',
      actions: [
        { label: 'Home', to: '/' },
        { label: 'Contact', to: '/contact' },
      ],
      drawing: 'uptime',
    },
  ],
};

export default page;
