import { Inline } from '../inline';
import { Band, type SectionProps } from './parts';

export const Timeline = ({ section, cell }: SectionProps<'timeline'>) => (
  <Band section={section} cell={cell}>
    <ol className="timeline">
      {section.entries.map(({ year, title, text }) => (
        <li key={year}>
          <h3 className="figure">{year}</h3>
          {title && <p className="timeline__title">{title}</p>}
          <p className="muted">
            <Inline text={text} />
          </p>
        </li>
      ))}
    </ol>
  </Band>
);
