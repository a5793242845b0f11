import { KeyedDrawing } from '../drawings/drawing';
import { Inline } from '../inline';
import { Band, Legend, type SectionProps } from './parts';

export const Diagram = ({ section, cell }: SectionProps<'diagram'>) => (
  <Band section={section} cell={cell}>
    <figure className="diagram">
      <KeyedDrawing name={section.drawing} />
      <figcaption className="caption">
        <Inline text={section.caption} />
      </figcaption>
    </figure>
    <Legend entries={section.legend} />
  </Band>
);
