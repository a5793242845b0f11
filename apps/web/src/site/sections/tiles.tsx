import { Band, Figures, type SectionProps } from './parts';

export const Tiles = ({ section, cell }: SectionProps<'tiles'>) => (
  <Band section={section} cell={cell}>
    <Figures figures={section.tiles} className="tiles" />
  </Band>
);
