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
      layout: 'poster',
      title: 'Page not found',
      lead: 'The page may have moved, or the address may be mistyped. Use the navigation above to find every page.',
      actions: [
        { label: 'Home', to: '/' },
        { label: 'Contact', to: '/contact' },
      ],
      drawing: 'burst',
    },
  ],
};

export default page;
