import { Drawing } from '../drawings/drawing';
import { Inline } from '../inline';
import { Actions } from './actions';
import { Band, Caption } from './band';
import { Legend } from './legend';
import type { SectionProps } from './section-props';

const Lines = ({ lines }: { lines: string[] }) => (
  <h2>
    {lines.map((line) => (
      <span key={line}>{line} </span>
    ))}
  </h2>
);

export function Night({ section, cell }: SectionProps<'night'>) {
  return (
    <Band section={{ id: section.id, tone: 'night' }} className="band--clip" inner="cols cols--75">
      <div className="stack night__text">
        <Caption text={section.caption} cell={cell} />
        <Lines lines={section.titleLines} />
        <p className="lead muted">
          <Inline text={section.lead} />
        </p>
        <Actions actions={section.actions} />
        <Legend entries={section.legend} />
      </div>
      <Drawing name={section.drawing} />
    </Band>
  );
}
