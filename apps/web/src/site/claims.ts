import { type Claim, contract, draft, marketing, target } from './claim-scope';
import { companyClaims } from './claims-company';
import { discoverClaims } from './claims-discover';
import { legalClaims } from './claims-legal';
import { pricingClaims } from './claims-pricing';
import { productClaims } from './claims-product';
import { solutionsClaims } from './claims-solutions';

const NVIDIA = "NVIDIA's data sheet";

/**
 * The claims register: every figure and every text that somebody may hold us to, once. Pages take it by name,
 * `claim('uptimeSla')`, so that a changed figure changes everywhere. Prices stand in `prices.ts`.
 */
const register = {
  // service
  supportResponse: contract('15 minutes'),
  supportResponseShort: contract('15 min'),
  supportHours: contract('24/7'),
  uptimeSla: contract('99.9%'),
  uptimeCloudPlatform: target('99.99%'),
  latencyCloudPlatform: target('Sub-millisecond'),
  terminationNotice: contract('30 days'),
  dataExportNotice: contract('90 days'),
  billingPeriods: contract('Monthly, annual'),
  billingCurrency: contract('INR'),
  replyPromise: contract('1-2 business days'),
  replyPromiseFigure: contract('1-2'),
  encryption: contract('AES-256'),
  iso27001: contract('ISO 27001'),
  soc2: contract('SOC 2 Type II'),
  hipaa: contract('HIPAA'),
  gdpr: contract('GDPR'),
  warranty: contract('3 years'),

  // scale and hardware
  gpusInService: marketing('1 to thousands'),
  nvmePerNode: marketing('100GB/s'),
  gpuModels: marketing('20+'),
  gpuTypes: marketing('20+'),
  deployableModels: marketing('50+'),
  deploymentTime: marketing('1 second'),
  pricePerRequest: marketing('0.01$'),
  vramMax: marketing('141GB'),
  vramRange: marketing('24GB-141GB'),
  nvlink: marketing('900 GB/s'),
  gpusPerNode: marketing('8'),
  averageCost: marketing('$0.39/hr'),
  userRoles: marketing('12'),
  hbm3eMemory: marketing('141GB'),
  hbm3eBandwidth: marketing('4.8TB/s'),
  gb200Start: target('early 2025'),

  // the two reserve plates
  b200CudaCores: marketing('18,432'),
  b200Vram: marketing('192GB'),
  b200CpuCores: marketing('96'),
  b200Storage: marketing('4TB'),
  b200Bandwidth: marketing('1600 GB/s'),
  secondCores: marketing('2,000'),
  secondVram: marketing('144GB'),
  secondCpuCores: marketing('64'),
  secondStorage: marketing('2TB'),
  secondConnections: marketing('500'),
  secondAverageCost: marketing('$4/hr'),

  // DGX H100 server
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

  // company
  enterpriseClients: marketing('500+'),
  countries: marketing('50+'),
  uptimeGuaranteed: contract('99.9%'),

  // makers' public figures
  b200MemoryBandwidth: marketing('8 TB/s', NVIDIA),
  b200Nvlink: marketing('1.8 TB/s', NVIDIA),
  h100Memory: marketing('80 GB HBM3', NVIDIA),
  h100Bandwidth: marketing('3.35 TB/s', NVIDIA),

  // words nobody gave us, to be reviewed by the provider
  homeLead: draft(
    'GPU clusters and bare-metal servers for AI teams, researchers and startups. From 1 GPU to thousands, in India and the US, priced in rupees and dollars.',
  ),

  ...companyClaims,
  ...discoverClaims,
  ...productClaims,
  ...solutionsClaims,
  ...legalClaims,
  ...pricingClaims,
} satisfies Record<string, Claim>;

export type ClaimId = keyof typeof register;

export const claims: Readonly<Record<ClaimId, Claim>> = register;

/** The text of a claim, with the claims that it names filled in. An unknown name stops the build. */
export function claim(id: ClaimId): string {
  return claims[id].value.replace(/\{(\w+)\}/g, (_, named: ClaimId) => claim(named));
}
