import { Inline } from '../inline';
import { Band, type SectionProps } from './parts';

type Question = SectionProps<'faq'>['section']['questions'][number];

/** The browser keeps at most one of the same name open. */
const Item = ({ question, answer, figure }: Question) => (
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
    <div className="faq">
      {section.questions.map((question) => (
        <Item key={question.question} {...question} />
      ))}
    </div>
  </Band>
);
