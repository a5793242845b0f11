import type { GpuPrice } from '../prices';
import { Band } from '../sections/band';
import type { SectionProps } from '../sections/section-props';
import { Calculator } from './calculator';
import { PriceList } from './price-list';

export const PriceExplorer = ({ gpus }: { gpus: GpuPrice[] }) => (
  <>
    <PriceList gpus={gpus} />
    <div id="calculator">
      <Calculator gpus={gpus} />
    </div>
  </>
);

export const ExplorerSection = ({ section, cell }: SectionProps<'explorer'>) => (
  <Band section={section} cell={cell}>
    <div id="price-explorer">
      <PriceExplorer gpus={section.gpus} />
    </div>
  </Band>
);
