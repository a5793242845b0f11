import { Drawing } from '../drawings/drawing';
import { Inline } from '../inline';
import { Actions, type SectionProps } from './parts';

export const ComingSoon = ({ section }: SectionProps<'coming-soon'>) => (
  <section id={section.id} className="hero hero--split hero--soon">
    <div className="wrap hero__inner">
      <div>
        <p className="caption">{section.subject}</p>
        <h1>Coming Soon</h1>
        <p className="lead">
          <Inline text={section.lead} />
        </p>
        <Actions actions={section.actions} />
      </div>
      <div className="hero__drawing">
        <Drawing name="burst" />
      </div>
    </div>
  </section>
);
