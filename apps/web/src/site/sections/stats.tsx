import { Band, Figures, type SectionProps } from './parts';

export const Stats = ({ section, cell }: SectionProps<'stats'>) => (
  <Band section={section} cell={cell}>
    <Figures figures={section.figures} className="stats" />
  </Band>
);

export const Tiles = ({ section, cell }: SectionProps<'tiles'>) => (
  <Band section={section} cell={cell}>
    <Figures figures={section.tiles} className="tiles" />
  </Band>
);
