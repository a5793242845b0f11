import { Drawing } from '../drawings/drawing';
import { Inline } from '../inline';
import { Band, type SectionProps } from './parts';

export const Process = ({ section, cell }: SectionProps<'process'>) => (
  <Band section={section} cell={cell}>
    <ol className="process">
      {section.panels.map(({ title, text, drawing }) => (
        <li key={title}>
          <Drawing name={drawing} />
          <div>
            <h3>{title}</h3>
            <p className="muted">
              <Inline text={text} />
            </p>
          </div>
        </li>
      ))}
    </ol>
  </Band>
);
