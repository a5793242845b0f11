import { gpuPrices, tiers } from './spec-prices';

/** The specification's requirements for one page. Written from the specification, not from the content files. */
export interface SpecPage {
  path: string;
  nav: 'sky' | 'white' | 'none';
  /** Texts that the page must contain. Letter case and digit grouping do not count. */
  facts: string[];
  /** Links that must lead there: label, address. A label may occur more than once. */
  links?: [label: string, to: string][];
  /** How many elements of a kind there are: selector, count. */
  counts?: [selector: string, count: number][];
  /** Not for search engines. */
  noindex?: true;
}

const legalDocuments = ['Legal documents', 'Terms of use', 'Cookie policy', 'Privacy policy'];
const legalScreen = [...legalDocuments, '30 days', '99.9%', '90 days'];

const home: SpecPage = {
  path: '/',
  nav: 'sky',
  facts: [
    'Supercharge Your AI Workloads',
    'early access',
    ...['GPU clusters', 'GPU servers', 'APIs', 'SDKs', 'Analytics', 'B200', 'H100', 'InfiniBand', 'bare metal'],
    ...['24/7', '15 minutes', 'ISO 27001', '100GB/s', 'Kubernetes', '1 to thousands', 'India', 'the US'],
    'Solutions for Every Scale',
    ...['Build', 'Tune', 'Run'],
    ...['Coming Soon', 'GB200 NVL72', 'HGX B200', 'early 2025'],
    ...['18432', 'CUDA cores', '192GB', 'VRAM', '96', 'CPU cores', '4TB', 'Base storage', '1600 GB/s', 'Bandwidth'],
    ...['2000', '144GB', '64', '2TB', '500', 'Connections', '$4/hr', 'Average cost'],
    ...gpuPrices.flatMap(({ gpu, inrHour, inrMonth, usdHour }) => [gpu, inrHour, inrMonth, usdHour]),
  ],
  links: [
    ['Get Started', '/contact'],
    ['Contact', '/contact'],
    ['Reserve your cluster', '/contact'],
  ],
};

const pricing: SpecPage = {
  path: '/pricing',
  nav: 'white',
  facts: [
    ...gpuPrices.flatMap((price) => Object.values(price)),
    ...tiers.flat(),
    ...['18432', '192GB', '1600 GB/s', '144GB', '$4/hr'],
    ...['early access', 'minute', 'spot', 'reserved'],
  ],
};

/** The home page, the direct links of the navigation and the legal documents. */
export const directPages: SpecPage[] = [
  home,
  pricing,
  {
    path: '/research',
    nav: 'sky',
    facts: ['Research areas', 'Submit Application', 'Review Process', 'Onboarding', 'Apply Now'],
    links: [['Apply Now', '/contact']],
    counts: [
      ['#focus li', 3],
      ['#benefits tbody tr, #benefits li', 4],
      ['#enrolment li', 3],
    ],
  },
  {
    path: '/services',
    nav: 'sky',
    facts: [
      ...['Dedicated Servers', 'On Demand Servers', 'Deployment Support'],
      ...['GPU Optimization', 'GPU Procurement', 'AI Infra Consulting', 'Contact Us'],
    ],
    links: [
      ['Reach Out', '/contact'],
      ['Contact Us', '/contact'],
    ],
    counts: [['#services a', 6]],
  },
  {
    path: '/why-novacore',
    nav: 'white',
    facts: ['GPU architecture', 'Performance', 'Use cases'],
    links: [['Contact', '/contact']],
    counts: [
      ['#differences li', 6],
      ['#use-cases li', 9],
    ],
  },
  {
    path: '/team',
    nav: 'sky',
    facts: ['Co-founder', 'Culture'],
    counts: [['main a[href^="https://"][href*=".example/"]', 2]],
  },
  {
    path: '/legal',
    nav: 'sky',
    facts: [
      ...['Legal centre', 'Terms', 'AI compliance', 'Commitment', 'Partnership and licensing'],
      ...['30 days notice', '99.9%', 'at least 90 days', 'monthly', 'annual'],
    ],
    counts: [['#faq details', 13]],
  },
  {
    path: '/company',
    nav: 'sky',
    facts: [
      ...['500+', 'Enterprise Clients', '99.9%', 'Uptime Guaranteed', '24/7', 'Support', '50+', 'Countries'],
      ...['Global impact', 'Vision', 'Delaware', 'Hyderabad', 'Silicon Valley', 'Mumbai'],
      ...['2020', '2021', '2022', '2023', '2024', 'INR'],
    ],
  },
  {
    path: '/contact',
    nav: 'sky',
    facts: ['First name', 'Last name', 'Email', 'Company', 'Phone', 'Details', '1-2 business days'],
    counts: [
      ['[name=firstName][required], [name=lastName][required], [name=email][type=email][required]', 3],
      ['[name=company]:not([required]), [name=phone]:not([required]), [name=details]:not([required])', 3],
    ],
  },
  ...['/legal-documents', '/terms-of-use', '/cookie-policy', '/privacy-policy'].map(
    (path): SpecPage => ({ path, nav: 'white', facts: legalScreen }),
  ),
  { path: '/refund-policy', nav: 'white', facts: ['Refund', '₹150', 'receipt', 'Razorpay'] },
  { path: '/docs', nav: 'sky', facts: ['API'] },
  { path: '/think-tank', nav: 'sky', facts: ['Coming Soon'], counts: [['main a[href^="/contact"]', 1]], noindex: true },
  { path: '/releases', nav: 'sky', facts: ['Coming Soon'], counts: [['main a[href^="/contact"]', 1]], noindex: true },
];
