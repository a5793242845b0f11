import { type Claim, draft, marketing } from './claim-scope';

/** What the pricing page says beside the prices, which stand in `prices.ts`. */
export const pricingClaims = {
  minuteBilling: marketing('Billed by the minute.'),
  spotFallback: draft('When spot capacity runs out, your work falls back to reserved.'),
  gpuSpecSource: marketing(
    'Memory of the B200 as on our own rating plate; all other memory sizes, bandwidths and NVLink rates are the maker’s public figures.',
    "NVIDIA's data sheet of each GPU",
  ),
} satisfies Record<string, Claim>;
