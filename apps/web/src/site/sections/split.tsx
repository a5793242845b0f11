import { KeyedDrawing } from '../drawings/drawing';
import { Inline } from '../inline';
import { Actions, Band, BandHead, Figures, Legend, type SectionProps } from './parts';
import { ScopeNote } from './scope-note';

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

export function Split({ section, cell }: SectionProps<'split'>) {
  const { head, ...band } = section;
  return (
    <Band section={{ id: band.id, tone: band.tone }} inner="columns columns--4-8 columns--centered">
      <div className="stack">
        <BandHead head={head} cell={cell} />
        <Text section={section} />
        {section.figures && (
          <>
            <Figures figures={section.figures} className="key-values" />
            <ScopeNote figures={section.figures} />
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
