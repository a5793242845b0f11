import { Inline } from '../inline';
import { Actions, Band, type SectionProps } from './parts';

export const Steps = ({ section, cell }: SectionProps<'steps'>) => (
  <Band section={section} cell={cell}>
    <ol className="steps">
      {section.steps.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p className="muted">
            <Inline text={text} />
          </p>
        </li>
      ))}
    </ol>
    {section.action && (
      <div className="after">
        <Actions actions={[section.action]} />
      </div>
    )}
  </Band>
);

export const Timeline = ({ section, cell }: SectionProps<'timeline'>) => (
  <Band section={section} cell={cell}>
    <ol className="timeline">
      {section.entries.map(({ year, title, text }) => (
        <li key={year}>
          <h3 className="figure">{year}</h3>
          {title && <p className="timeline__title">{title}</p>}
          {text && (
            <p className="muted">
              <Inline text={text} />
            </p>
          )}
        </li>
      ))}
    </ol>
  </Band>
);
