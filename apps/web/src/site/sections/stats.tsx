import { Band, Figures, type SectionProps } from './parts';
import { ScopeNote } from './scope-note';

export const Stats = ({ section, cell }: SectionProps<'stats'>) => (
  <Band section={section} cell={cell}>
    <Figures figures={section.figures} className="stats" />
    <ScopeNote figures={section.figures} />
  </Band>
);

export const Tiles = ({ section, cell }: SectionProps<'tiles'>) => (
  <Band section={section} cell={cell}>
    <Figures figures={section.tiles} className="tiles" />
    <ScopeNote figures={section.tiles} />
  </Band>
);
