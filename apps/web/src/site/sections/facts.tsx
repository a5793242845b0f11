import { Band } from './band';
import { Figures } from './figures';
import type { SectionProps } from './section-props';

export const Facts = ({ section, cell }: SectionProps<'facts'>) => (
  <Band section={section} cell={cell}>
    <Figures figures={section.figures} className="facts" />
  </Band>
);
