import type { SectionComponents } from '../sections/section-props';
import { CalculatorBand, PriceListBand } from './bands';

/** The sections of the pricing page: one part, loaded with that page alone. */
export const sections: SectionComponents<'explorer' | 'calculator'> = {
  explorer: PriceListBand,
  calculator: CalculatorBand,
};
