import { Band } from '../sections/band';
import type { LiveProps } from '../sections/section-props';
import { Calculator } from './calculator';
import { PriceList } from './price-list';

export const PriceListBand = ({ section, cell }: LiveProps<'explorer'>) => (
  <Band section={section} cell={cell}>
    <PriceList gpus={section.gpus} />
  </Band>
);

export const CalculatorBand = ({ section, cell }: LiveProps<'calculator'>) => (
  <Band section={section} cell={cell}>
    <Calculator gpus={section.gpus} />
  </Band>
);
