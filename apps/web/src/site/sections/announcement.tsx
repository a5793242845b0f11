import { Inline } from '../inline';
import { More, type SectionProps } from './parts';

export const Announcement = ({ section }: SectionProps<'announcement'>) => (
  <aside id={section.id} className="announcement" aria-label={section.label}>
    <div className="wrap">
      <strong>{section.label}</strong>
      <span>
        <Inline text={section.text} />
      </span>
      <More action={section.action} />
    </div>
  </aside>
);
