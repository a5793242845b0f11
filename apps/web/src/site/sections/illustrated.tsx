import { Drawing, KeyedDrawing } from '../drawings/drawing';
import { Inline } from '../inline';
import { Figures, ScopeKey } from './figures';
import { Actions, Band, BandHead, Caption, Legend, type SectionProps } from './parts';

const Text = ({ section }: Pick<SectionProps<'split'>, 'section'>) => (
  <>
    {section.text && (
      <p>
        <Inline text={section.text} />
      </p>
    )}
    {section.list && (
      <ul className="checklist">
        {section.list.map((item) => (
          <li key={item}>
            <Inline text={item} />
          </li>
        ))}
      </ul>
    )}
  </>
);

export function Split({ section, cell, explainsScope }: SectionProps<'split'>) {
  const { head, ...band } = section;
  return (
    <Band section={{ id: band.id, tone: band.tone }} inner="columns columns--4-8 columns--centered">
      <div className="stack">
        <BandHead head={head} cell={cell} />
        <Text section={section} />
        {section.figures && (
          <>
            <Figures figures={section.figures} className="key-values" />
            {explainsScope && <ScopeKey />}
          </>
        )}
        {section.actions && <Actions actions={section.actions} />}
        <Legend entries={section.legend} />
      </div>
      <div>
        <KeyedDrawing name={section.drawing} />
      </div>
    </Band>
  );
}

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

export const DarkBand = ({ section, cell }: SectionProps<'dark-band'>) => (
  <Band section={{ id: section.id, tone: 'dark' }} className="band--clip" inner="columns columns--7-5">
    <div className="stack">
      <Caption text={section.caption} cell={cell} />
      <h2>
        {section.titleLines.map((line) => (
          <span key={line}>{line} </span>
        ))}
      </h2>
      <p className="lead muted">
        <Inline text={section.lead} />
      </p>
      <Actions actions={section.actions} />
      <Legend entries={section.legend} />
    </div>
    <Drawing name={section.drawing} />
  </Band>
);
