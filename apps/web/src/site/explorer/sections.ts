import type { LiveComponents } from '../sections/section-props';
import { CalculatorBand, PriceListBand } from './bands';

/** The sections of the pricing page: one part, loaded with that page alone. */
export const sections: LiveComponents<'explorer' | 'calculator'> = {
  explorer: PriceListBand,
  calculator: CalculatorBand,
};
