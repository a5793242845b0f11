import type { SpecPage } from './spec-direct';

type Entry = [slug: string, nav: 'sky' | 'white', facts: string[], counts?: SpecPage['counts']];

const discover: Entry[] = [
  ['next-gen-gpus', 'white', ['B200']],
  ['vision', 'sky', ['multi-GPU', '20+', 'GPU types', '50+', 'deployable models', '1 second', '0.01$']],
  [
    'hardware-solutions',
    'sky',
    ['DGX H100', '8x B200', '2TB', '60TB', 'NVMe', '400GbE', '6.5kW', 'liquid', '5U', '3 years', 'warranty', '24/7'],
  ],
  [
    'infrastructure',
    'sky',
    [
      ...['Flexible Deployment Options', 'Dedicated GPU servers', 'Multi-GPU clusters', 'Enterprise solutions'],
      ...['High-performance computing', 'Inference optimization', 'Global edge deployment'],
      ...['NVLink', '900 GB/s', 'NVSwitch', '8 GPUs', 'near-linear'],
      ...['20+', 'GPU models', '141GB', '0.39/hr', '12', 'user roles', '24GB-141GB', 'HBM3e', '4.8TB/s'],
    ],
  ],
  ['cloud-platform', 'white', ['multi-cloud', 'auto-scaling', 'global network', '99.99%', 'sub-millisecond']],
  ['security-compliance', 'sky', ['AES-256', 'SOC 2 Type II', 'ISO 27001', 'HIPAA', 'GDPR', 'audit logging']],
  ['authentication', 'white', ['role-based access', 'multi-factor', 'SSO', 'biometric']],
  [
    'performance',
    'sky',
    ['training speed', '1.9x', 'inference latency', '40%', 'power efficiency', '3.5x'],
    [
      ['[aria-label="Bar filled to 75%"]', 2],
      ['[aria-label="Bar filled to 65%"]', 1],
    ],
  ],
];

const products: Entry[] = [
  ['gpu-servers', 'white', ['GPU Servers']],
  ['developer-tools', 'sky', ['Coming Soon', 'Developer Tools']],
  ['gpu-clusters', 'white', ['GPU Clusters']],
  ['api-services', 'sky', ['Coming Soon', 'API Services']],
  ['analytics-platform', 'sky', ['Coming Soon', 'Analytics Platform']],
  ['gpu-stack', 'white', ['GPU Stack']],
  ['sdk-libraries', 'sky', ['Coming Soon', 'SDK Libraries']],
  ['accelerators', 'sky', ['Coming Soon', 'Accelerators']],
];

const solutions: Entry[] = [
  ['enterprise-solutions', 'white', ['Enterprise Solutions']],
  ['ai-machine-learning', 'sky', ['AI & Machine Learning']],
  ['deep-learning', 'white', ['Deep Learning']],
  ['workflow-automation', 'sky', ['Workflow Automation']],
  ['research-solutions', 'sky', ['Research Solutions']],
  ['collaboration-tools', 'white', ['Collaboration Tools']],
  ['industry-specific', 'sky', ['Industry Specific']],
  ['startup-program', 'white', ['Startup Program']],
];

const soon: SpecPage['counts'] = [['main a[href^="/contact"]', 1]];

function entries(folder: string, list: Entry[]): SpecPage[] {
  return list.map(([slug, nav, facts, counts]) => {
    const page = { path: `/${folder}/${slug}`, nav, facts };
    return facts[0] === 'Coming Soon' ? { ...page, noindex: true, counts: soon } : { ...page, counts };
  });
}

/** The eight pages of each menu. */
export const menuPages: SpecPage[] = [
  ...entries('discover', discover),
  ...entries('product', products),
  ...entries('solutions', solutions),
];
