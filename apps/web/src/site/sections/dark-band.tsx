import { Drawing } from '../drawings/drawing';
import { Inline } from '../inline';
import { Actions, Band, Caption, Legend, type SectionProps } from './parts';

const Lines = ({ lines }: { lines: string[] }) => (
  <h2>
    {lines.map((line) => (
      <span key={line}>{line} </span>
    ))}
  </h2>
);

export function DarkBand({ section, cell }: SectionProps<'dark-band'>) {
  return (
    <Band section={{ id: section.id, tone: 'dark' }} className="band--clip" inner="columns columns--7-5">
      <div className="stack">
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
