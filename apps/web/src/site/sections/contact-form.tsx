import { Band, type SectionProps } from './parts';

/** The inquiry form, and what to mention in it. */
export const ContactForm = ({ section, Form }: SectionProps<'contact-form'>) => (
  <Band section={section} className="band--flush" inner="columns columns--7-5">
    <div>{Form && <Form />}</div>
    <aside className="promise">
      <p className="figure figure--xl">{section.promise.value}</p>
      <p className="lead">{section.promise.label}</p>
      <h2>{section.hintsTitle}</h2>
      <ol className="faq contact-hints">
        {section.hints.map((hint) => (
          <li key={hint}>{hint}</li>
        ))}
      </ol>
    </aside>
  </Band>
);
