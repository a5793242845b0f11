import type { Page } from '../../page';
import type { Block } from '../../section';

/** The partner guides in reading order, then the API reference. */
export const guides = [
  { path: '/docs', label: 'Overview', text: 'What the API offers, and where to start.' },
  {
    path: '/docs/quickstart',
    label: 'Quickstart',
    text: 'Make and verify your first payment, with curl or in TypeScript, Python, Go, PHP or Java.',
  },
  {
    path: '/docs/server',
    label: 'From your server',
    text: 'One account of your own, a whole server in TypeScript and with curl, and how to follow an order.',
  },
  {
    path: '/docs/tokens',
    label: 'Tokens',
    text: 'How to authenticate, how long a token is valid, and how to revoke it.',
  },
  {
    path: '/docs/orders',
    label: 'Orders',
    text: 'Create, claim and follow an order. States, and what happens if the browser closes.',
  },
  {
    path: '/docs/verification',
    label: 'Verification',
    text: 'The signature step by step, and what to do with each answer.',
  },
  { path: '/docs/errors', label: 'Errors', text: 'Every error code, where it comes from, and what to do.' },
  { path: '/docs/sandbox', label: 'Sandbox', text: 'Test cards, test users, and errors on request.' },
  {
    path: '/docs/webhooks',
    label: 'Webhooks',
    text: 'For shops that use Razorpay themselves: its events, the faults to survive, and certify.',
  },
  {
    path: '/docs/not-available',
    label: 'Not available yet',
    text: 'What does not exist, what to do instead, and who refunds.',
  },
  {
    path: '/docs/policies',
    label: 'Policies',
    text: 'CORS, environments, versions, support, and which calls are safe to repeat.',
  },
  { path: '/docs/changelog', label: 'Changelog', text: 'What each version of the contract changed.' },
  { path: '/docs/api', label: 'API reference', text: 'Every operation with its fields, limits and examples.' },
];

type Links = { path: string; label: string }[];

type Guide = { path: string; title: string; description: string; lead: string; blocks: Block[] };

/** A page of the guides. All but its text follows from its place in the list. */
export const guide = ({ path, title, description, lead, blocks }: Guide, navigation = guides as Links): Page => ({
  path,
  title: `${title}, API guides`,
  description,
  navColour: 'white',
  sections: [
    { kind: 'hero', layout: 'plain', title, lead },
    { kind: 'guide', guides: navigation.map(({ path, label }) => ({ path, label })), path, blocks },
  ],
});
