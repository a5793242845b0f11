import { catalogueOf } from '@novacore/shared/catalogue';
import { formatPrice } from '@novacore/shared/formats';

const [product] = catalogueOf({ paymentPurpose: '' });

/** `contract`: we owe it. `target`: we aim for it. `marketing`: a figure of the pitch. */
export type Scope = 'contract' | 'target' | 'marketing';

/** A figure or a text that several pages state. */
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

/** Copy that the provider still has to confirm. */
export const drafts = new Set<string>();

/** Marks such copy. A draft is always a whole value of a page's data, so that `npm run check` can list it by page. */
export function draft(text: string): string {
  drafts.add(text);
  return text;
}

/**
 * The claims register: figures that several pages state, once, so that a changed figure changes everywhere. What one
 * page alone states is written in that page. Prices are in `prices.ts`.
 */
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

  // DGX H100 server, on its page and in its drawing
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

/** The text of a claim. */
export const claim = (id: ClaimId): string => register[id].value;

/** What a figure on a page commits us to. Figures that the register does not list are figures of the pitch. */
export const scopeOf = (value: string): Scope =>
  Object.values<Claim>(register).find((each) => each.value === value)?.scope ?? 'marketing';

/** For figures of speed and power: whose they are, and the baseline. */
export const baselineNote = draft('Figures from NovaCore. Baseline on request.');

/** How a research group applies: on the research page and on Research Solutions. */
export const applicationSteps = [
  { title: 'Submit Application', text: draft('Describe your research question, the GPUs you need and for how long.') },
  { title: 'Review Process', text: draft('We review your application and send you our decision.') },
  { title: 'Onboarding', text: draft('We set up access, data and a first job together with you.') },
];
