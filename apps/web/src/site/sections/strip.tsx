import { Inline } from '../inline';
import { More } from './actions';
import type { SectionProps } from './section-props';

export const Strip = ({ section }: SectionProps<'strip'>) => (
  <aside id={section.id} className="strip" aria-label={section.label}>
    <div className="wrap">
      <strong>{section.label}</strong>
      <span>
        <Inline text={section.text} />
      </span>
      <More action={section.action} />
    </div>
  </aside>
);
