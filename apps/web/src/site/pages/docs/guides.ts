import type { Page } from '../../page';
import type { Block } from '../../section';

/** The partner guides in reading order, then the API reference, which is a separate document. */
export const guides = [
  { path: '/docs', label: 'Overview', text: 'What there is, and where to begin.' },
  {
    path: '/docs/quickstart',
    label: 'Quickstart',
    text: 'From nothing to a verified payment, with curl and with a generated client.',
  },
  { path: '/docs/tokens', label: 'Tokens', text: 'For whom a call speaks, how long that lasts, and how it ends.' },
  {
    path: '/docs/orders',
    label: 'Orders',
    text: 'Create, claim, follow. States, and what happens when a browser dies.',
  },
  {
    path: '/docs/verification',
    label: 'Verification',
    text: 'The signature worked through, and what to do with each answer.',
  },
  { path: '/docs/errors', label: 'Errors', text: 'Every code, where it comes from, what to do about it.' },
  { path: '/docs/sandbox', label: 'Sandbox', text: 'Test cards, people to log in as, and faults on request.' },
  { path: '/docs/api', label: 'API reference', text: 'Every operation with its fields, bounds and examples.' },
];

type Guide = { path: string; title: string; description: string; lead: string; blocks: Block[] };

/** A page of the guides. All but its text follows from its place in the list. */
export const guide = ({ path, title, description, lead, blocks }: Guide): Page => ({
  path,
  title: `${title}, API guides`,
  description,
  navColour: 'white',
  sections: [
    { kind: 'hero', layout: 'plain', title, lead },
    { kind: 'guide', guides: guides.map(({ path, label }) => ({ path, label })), path, blocks },
  ],
});
