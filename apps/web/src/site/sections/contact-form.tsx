import { Band } from './band';
import type { SectionProps } from './section-props';

/** The inquiry form, with what is worth telling beside it. */
export const ContactFormSection = ({ section, contactForm }: SectionProps<'contact-form'>) => (
  <Band section={section} className="band--flush" inner="cols cols--75">
    <div>{contactForm}</div>
    <aside className="promise">
      <p className="fig fig--xl">{section.promise.value}</p>
      <p className="lead">{section.promise.label}</p>
      <h2>{section.hintsTitle}</h2>
      <ol className="faq ask">
        {section.hints.map((hint) => (
          <li key={hint}>{hint}</li>
        ))}
      </ol>
    </aside>
  </Band>
);
