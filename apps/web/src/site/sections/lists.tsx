import { Icon } from '../../ui/icon';
import { Drawing } from '../drawings/drawing';
import { Inline } from '../inline';
import type { Faq as FaqSection, Row as RowData } from '../section';
import { Actions, Band, More, type SectionProps } from './parts';

const Row = ({ title, text, icon, figure, action }: RowData) => (
  <li>
    {icon && <Icon name={icon} />}
    <h3>{title}</h3>
    <p className="muted">
      <Inline text={text} />
    </p>
    {figure && <p className="figure">{figure}</p>}
    {action && <More action={action} />}
  </li>
);

export const Rows = ({ section, cell }: SectionProps<'rows'>) => (
  <Band section={section} cell={cell}>
    <ul className={section.numbered ? 'rows rows--numbered' : 'rows'}>
      {section.rows.map((row) => (
        <Row key={row.title} {...row} />
      ))}
    </ul>
  </Band>
);

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

/** The browser keeps at most one item of the same name open. */
const FaqItem = ({ question, answer, figure }: FaqSection['questions'][number]) => (
  <details name="faq">
    <summary>{question}</summary>
    <div className="answer">
      {figure && <p className="figure">{figure}</p>}
      <p>
        <Inline text={answer} />
      </p>
    </div>
  </details>
);

export const Faq = ({ section, cell }: SectionProps<'faq'>) => (
  <Band section={section} cell={cell}>
    <div className="faq-list">
      {section.questions.map((question) => (
        <FaqItem key={question.question} {...question} />
      ))}
    </div>
  </Band>
);
