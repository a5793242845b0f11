import type { Page } from '../../page';
import { publicUrl, version } from './contract';
import { guides } from './guides';

const page: Page = {
  path: '/docs',
  title: 'API guides for partners',
  description: 'Integrate with the NovaCore API: quickstart, tokens, orders, verification, errors, sandbox, reference.',
  navColour: 'sky',
  sections: [
    {
      kind: 'hero',
      layout: 'split',
      title: 'Build on the API',
      lead: 'One API contract, open to partners. This site and our own server use the same contract.',
      actions: [
        { label: 'Quickstart', to: '/docs/quickstart' },
        { label: 'API reference', to: '/docs/api' },
      ],
      drawing: 'payment-flow',
      drawingCaption: 'One payment. The order is claimed before checkout opens, so that every payment has an owner.',
    },
    {
      kind: 'rows',
      id: 'guides',
      head: {
        caption: 'Guides',
        title: 'Guides and reference',
        lead: 'Read them in this order, or start with the one you need.',
      },
      rows: guides
        .filter(({ path }) => path !== '/docs')
        .map(({ path, label, text }) => ({ title: label, text, action: { label: 'Read', to: path } })),
    },
    {
      kind: 'prose',
      tone: 'film',
      contents: false,
      blocks: [
        { kind: 'heading', level: 2, id: 'contract', text: 'The contract' },
        {
          kind: 'paragraph',
          text: `OpenAPI 3.1, version ${version}: [/openapi.yaml](/openapi.yaml) for people, [/openapi.json](/openapi.json) for programs. All addresses begin with \`${publicUrl}/api\`. All bodies are JSON. All times are RFC 3339 in UTC.`,
        },
        {
          kind: 'list',
          items: [
            '**There are no partner keys yet.** Use one account of your own: see [From your server](/docs/server).',
            '**Money** in answers is an integer number of paise. Only the request of `createOrder` takes rupees, because that is what a payer agrees to. Every field names its unit.',
            '**Failures** are RFC 9457 problems with a `code`. See [Errors](/docs/errors).',
            '**Additions** raise the minor version: ignore fields and values of answers that you do not know, and do not refuse an answer because of them. Breaking changes raise the major version, at a new address.',
            '**Prices** are at [/pricing.json](/pricing.json), in rupees and US dollars. Their schema is at [/pricing.schema.json](/pricing.schema.json).',
          ],
        },
      ],
    },
    {
      kind: 'call-to-action',
      title: 'Something missing?',
      lead: 'Tell us what you want to build and which operation you need.',
      actions: [{ label: 'Contact', to: '/contact?topic=API' }],
    },
  ],
};

export default page;
