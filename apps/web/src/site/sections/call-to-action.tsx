import { Inline } from '../inline';
import { Actions, Band, More, type SectionProps } from './parts';

export const CallToAction = ({ section }: SectionProps<'call-to-action'>) => (
  <Band section={{ id: section.id, tone: section.tone ?? 'sky' }} inner="call-to-action">
    <div className="stack">
      <h2>{section.title}</h2>
      <p className="lead">
        <Inline text={section.lead} />
      </p>
    </div>
    <Actions actions={section.actions} />
  </Band>
);

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
