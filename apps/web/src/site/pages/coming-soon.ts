import { draft } from '../claims';
import type { NavEntry } from '../navigation';
import type { Page } from '../page';
import type { Action } from '../section';

type Coming = { subject: string; path: string; description: string; lead: string; hint?: string; next: Action };

const comingPage = ({ subject, path, description, lead, hint, next }: Coming): Page => {
  const nav: NavEntry | undefined = hint ? { group: 'Products', label: subject, hint } : undefined;
  const contact = `/contact?topic=${encodeURIComponent(subject)}`;
  return {
    path,
    title: `${subject}, coming soon`,
    description: `Coming soon: ${description}`,
    navColour: 'sky',
    noindex: true,
    ...(nav && { nav }),
    sections: [
      {
        kind: 'coming-soon',
        subject,
        lead: draft(lead),
        actions: [{ label: nav ? 'Notify me' : 'Contact', to: contact }, next],
      },
      ...(nav ? [{ kind: 'related-pages' as const, group: 'Products' as const }] : []),
    ],
  };
};

/** Pages with a `hint` are products and appear in the menu. */
export const comingPages = [
  {
    subject: 'Developer Tools',
    path: '/product/developer-tools',
    description: 'developer tools for NovaCore. Write to us and we will tell you when they are available.',
    lead: 'Tools for building on NovaCore, from one GPU to a cluster.',
    hint: 'For building on NovaCore',
    next: { label: 'GPU Stack, available now', to: '/product/gpu-stack' },
  },
  {
    subject: 'API Services',
    path: '/product/api-services',
    description: 'APIs for GPU workloads. Guides for the payment API are available to partners now.',
    lead: 'APIs to control GPU workloads from your own code.',
    hint: 'APIs for GPU workloads',
    next: { label: 'Guides for partners', to: '/docs' },
  },
  {
    subject: 'Analytics Platform',
    path: '/product/analytics-platform',
    description: 'usage and load of every GPU in one place. Write to us and we will tell you when it is available.',
    lead: 'The usage of every GPU in one place.',
    hint: 'Usage of your GPUs',
    next: { label: 'GPU Clusters, available now', to: '/product/gpu-clusters' },
  },
  {
    subject: 'SDK Libraries',
    path: '/product/sdk-libraries',
    description: 'SDKs for NovaCore in your programming language. The API contract is available now.',
    lead: 'Libraries that call the platform from your programming language.',
    hint: 'SDKs for your code',
    next: { label: 'Guides for partners', to: '/docs' },
  },
  {
    subject: 'Accelerators',
    path: '/product/accelerators',
    description: 'a detailed comparison of the eight GPUs on the price list. Prices are available now.',
    lead: 'A detailed comparison of the eight GPUs on the price list, from A30 to B200. Prices are available now.',
    hint: 'Details of eight GPUs',
    next: { label: 'See prices', to: '/pricing' },
  },
  {
    subject: 'Think Tank',
    path: '/think-tank',
    description: 'articles and working notes on GPU computing from NovaCore. Tell us what you would like to read.',
    lead: 'Articles and working notes on GPU computing, written by our engineers.',
    next: { label: 'Research', to: '/research' },
  },
  {
    subject: 'Releases',
    path: '/releases',
    description: 'release notes for the NovaCore platform, with what each change means for your jobs.',
    lead: 'Release notes for the platform, with what each change means for your jobs.',
    next: { label: 'Company', to: '/company' },
  },
].map(comingPage);
