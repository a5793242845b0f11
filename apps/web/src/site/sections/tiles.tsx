import { Band } from './band';
import { Figures } from './figures';
import type { SectionProps } from './section-props';

export const Tiles = ({ section, cell }: SectionProps<'tiles'>) => (
  <Band section={section} cell={cell}>
    <Figures figures={section.tiles} className="tiles" />
  </Band>
);
