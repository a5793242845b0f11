import { KeyedDrawing } from '../drawings/keyed-drawing';
import { Inline } from '../inline';
import { Band } from './band';
import { Legend } from './legend';
import type { SectionProps } from './section-props';

export const Diagram = ({ section, cell }: SectionProps<'diagram'>) => (
  <Band section={section} cell={cell}>
    <figure className="diagram">
      <KeyedDrawing name={section.drawing} />
      <figcaption className="cap">
        <Inline text={section.caption} />
      </figcaption>
    </figure>
    <Legend entries={section.legend} />
  </Band>
);
