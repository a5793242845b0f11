import { claim, draft } from './claims';

/**
 * The provider's price list. Rupees and dollars are both as listed, never converted. Memory, bandwidth and NVLink come
 * from NVIDIA's data sheets. Pages, the explorer, `/pricing.json` and structured data read it.
 */
export type GpuPrice = {
  gpu: string;
  /** Its use in one line. */
  description: string;
  memoryGb: number;
  memoryType: string;
  /** Memory bandwidth in GB/s. */
  bandwidthGbPerS: number;
  /** NVLink bandwidth of one GPU in GB/s; null without NVLink. */
  nvlinkGbPerS: number | null;
  usdPerHour: number;
  usdPerMonth: number;
  inrPerHour: number;
  inrPerMonth: number;
};

/** Both ends are equal if the list has one figure. */
export type Range = { from: number; to: number };

/** `usdApprox`: the list marks the dollar rate as approximate. */
export type PriceTier = { tier: string; inrPerHour: Range; usdPerHour: Range; usdApprox: boolean; notes: string[] };

type Memory = [memoryGb: number, memoryType: string, bandwidthGbPerS: number, nvlinkGbPerS: number | null];
type Prices = [usdPerHour: number, usdPerMonth: number, inrPerHour: number, inrPerMonth: number];

export const gpus: GpuPrice[] = [
  gpu(
    'B200',
    draft('For training and serving the largest models.'),
    [192, 'HBM3e', 8000, 1800],
    [3.9, 2299, 339, 199680],
  ),
  gpu('H100', draft('For training and serving large models.'), [80, 'HBM3', 3350, 900], [1.9, 999, 165, 86764]),
  gpu('A100 80GB', draft('For training and fine-tuning.'), [80, 'HBM2e', 2039, 600], [0.5, 229, 44, 19890]),
  gpu('A100 40GB', draft('For fine-tuning and smaller training jobs.'), [40, 'HBM2', 1555, 600], [0.3, 159, 26, 13810]),
  gpu('L40S', draft('For inference, fine-tuning and graphics.'), [48, 'GDDR6', 864, null], [0.69, 319, 60, 27706]),
  gpu('L4', draft('For efficient inference and video.'), [24, 'GDDR6', 300, null], [0.35, 179, 31, 15547]),
  gpu('A40', draft('For graphics, rendering and inference.'), [48, 'GDDR6', 696, 112.5], [0.25, 129, 22, 11204]),
  gpu('A30', draft('For inference and smaller workloads.'), [24, 'HBM2', 933, 200], [0.22, 109, 20, 9467]),
];

/** @throws Error if the list has no such GPU. */
export function gpuNamed(name: string): GpuPrice {
  const found = gpus.find((each) => each.gpu === name);
  if (!found) throw new Error(`The price list has no ${name}`);
  return found;
}

export const priceNote = `Rupee and dollar prices are set separately, not converted. You are billed in rupees (${claim('billingCurrency')}).`;

export const tiers: PriceTier[] = [
  tier('On-Demand', [550, 600], [6, 6], true, ['By-the-minute billing', 'instant provisioning']),
  tier('Reserved 1-Year', [500, 500], [5.5, 5.5], true, ['14% off']),
  tier('Reserved 2-Year', [450, 450], [5, 5], true, ['25% off']),
  tier('Spot/Promo', [350, 400], [4, 4.8], false, ['Up to 45% off']),
  tier('Early-Startup Deal', [300, 350], [3.3, 4], false, [
    'Up to 50% off',
    'pre-pay credits',
    'free onboarding',
    'infra consulting',
  ]),
];

function gpu(gpu: string, description: string, memory: Memory, prices: Prices): GpuPrice {
  const [memoryGb, memoryType, bandwidthGbPerS, nvlinkGbPerS] = memory;
  const [usdPerHour, usdPerMonth, inrPerHour, inrPerMonth] = prices;
  const listed = { usdPerHour, usdPerMonth, inrPerHour, inrPerMonth };
  return { gpu, description, memoryGb, memoryType, bandwidthGbPerS, nvlinkGbPerS, ...listed };
}

function rangeOf([from, to]: [number, number]): Range {
  return { from, to };
}

function tier(name: string, inr: [number, number], usd: [number, number], usdApprox: boolean, notes: string[]) {
  return { tier: name, inrPerHour: rangeOf(inr), usdPerHour: rangeOf(usd), usdApprox, notes };
}
