import { catalogueOf } from '@novacore/shared/catalogue';
import { formatPrice } from '@novacore/shared/formats';

const [product] = catalogueOf({ paymentPurpose: '' });

/** `contract`: we owe it. `target`: we aim for it. `marketing`: it is part of the pitch. */
export type Scope = 'contract' | 'target' | 'marketing';

type Claim = {
  value: string;
  scope: Scope;
  source: string;
};

const SPEC = "the provider's own listing";
const NVIDIA = "NVIDIA's data sheet";

const contract = (value: string): Claim => ({ value, scope: 'contract', source: SPEC });
const target = (value: string): Claim => ({ value, scope: 'target', source: SPEC });
const marketing = (value: string, source = SPEC): Claim => ({ value, scope: 'marketing', source });

/** Marks copy that the provider has to confirm: `git grep "draft("` lists it by page. */
export const draft = (text: string) => text;

/** Figures that several pages state. A page keeps its other figures itself. Prices are in `prices.ts`. */
const register = {
  // service
  supportResponse: contract('15 minutes'),
  supportResponseShort: contract('15 min'),
  supportHours: contract('24/7'),
  uptimeSla: contract('99.9%'),
  uptimeTarget: target('99.99%'),
  terminationNotice: contract('30 days'),
  dataExportNotice: contract('90 days'),
  billingPeriods: contract('Monthly, annual'),
  billingCurrency: contract('INR'),
  paymentAmount: contract(formatPrice(product.amountPaise)),
  replyPromise: contract('1-2 business days'),
  replyPromiseFigure: contract('1-2'),
  encryption: contract('AES-256'),
  iso27001: contract('ISO 27001'),
  soc2: contract('SOC 2 Type II'),
  hipaa: contract('HIPAA'),
  gdpr: contract('GDPR'),
  warranty: contract('3 years'),
  auditLog: marketing(draft('A record of who did what, and when.')),

  // scale and hardware
  dataCentres: marketing(draft('India, US')),
  gpusInService: marketing('1 to thousands'),
  nvmePerNode: marketing('100GB/s'),
  gpuModels: marketing('20+'),
  gpuTypes: marketing('20+'),
  deployableModels: marketing('50+'),
  deploymentTime: marketing('1 second'),
  pricePerRequest: marketing('0.01$'),
  nvlink: marketing('900 GB/s'),
  gpusPerNode: marketing('8'),
  userRoles: marketing('12'),
  hbm3eMemory: marketing('141GB'),
  hbm3eBandwidth: marketing('4.8TB/s'),
  gb200Start: target('early 2025'),
  b200CudaCores: marketing('18,432'),
  b200Vram: marketing('192GB'),
  b200Bandwidth: marketing('1600 GB/s'),
  b200MemoryBandwidth: marketing('8 TB/s', NVIDIA),
  b200Nvlink: marketing('1.8 TB/s', NVIDIA),

  // The DGX H100 server has a page and a drawing.
  dgxServer: marketing('DGX H100'),
  dgxConfiguration: marketing('8x B200'),
  dgxMemory: marketing('2TB'),
  dgxStorage: marketing('60TB'),
  dgxNetwork: marketing('400GbE'),
  dgxPower: marketing('6.5kW'),
  dgxHeight: marketing('5U'),

  // performance
  trainingSpeed: marketing('1.9x'),
  inferenceLatency: marketing('-40%'),
  powerEfficiency: marketing('3.5x'),
} satisfies Record<string, Claim>;

export type ClaimId = keyof typeof register;

export const claim = (id: ClaimId): string => register[id].value;

/** Figures outside the register are marketing. */
export const scopeOf = (value: string): Scope =>
  Object.values<Claim>(register).find((each) => each.value === value)?.scope ?? 'marketing';

/** Note for figures of speed and power. */
export const baselineNote = draft('Figures from NovaCore. Baseline on request.');

/** The research page and Research Solutions share these steps. */
export const applicationSteps = [
  { title: 'Submit Application', text: draft('Describe your research question, the GPUs you need and for how long.') },
  { title: 'Review Process', text: draft('We review your application and send you our decision.') },
  { title: 'Onboarding', text: draft('We set up access, data and a first job together with you.') },
];

export const offices = [
  { city: 'Delaware', region: 'US' },
  { city: 'Silicon Valley', region: 'US' },
  { city: 'Mumbai', region: 'India' },
  { city: 'Hyderabad', region: 'India' },
];
