import { Field, TextField } from '../../ui/field';
import { operator } from '../operator';
import { Band, type SectionProps } from './parts';

const { contactEmail } = operator;
const address = <a href={`mailto:${contactEmail}`}>{contactEmail}</a>;

/** Hidden until contact-form-part.ts has written an inquiry, for visitors without a mail client. */
const WrittenInquiry = () => (
  <section className="form inquiry-fallback" hidden>
    <h2 tabIndex={-1}>Your mail app should be open now</h2>
    <p>
      If it did not open, send this text to {address}, subject "<span data-subject="" />
      ".
    </p>
    <div>
      <label htmlFor="inquiry">Your text</label>
      <textarea id="inquiry" readOnly rows={8} />
    </div>
    <div className="row">
      <button type="button" className="btn">
        Copy the text
      </button>
      <p role="status" />
    </div>
  </section>
);

/** Without script, the browser passes the fields to the mail client. */
const InquiryForm = () => (
  <div className="stack" id="contact-form">
    <form className="form form--two-columns" method="post" action={`mailto:${contactEmail}`} encType="text/plain">
      <Field name="firstName" label="First name" autoComplete="given-name" />
      <Field name="lastName" label="Last name" autoComplete="family-name" />
      <Field name="email" label="Email" type="email" autoComplete="email" />
      <Field name="phone" label="Phone" type="tel" autoComplete="tel" optional />
      <div className="full-width">
        <Field name="company" label="Company" autoComplete="organization" optional />
      </div>
      <div className="full-width">
        <TextField name="details" label="Details" optional />
      </div>
      <div className="full-width row">
        <button type="submit" className="btn btn--solid">
          Submit
        </button>
        <p className="muted">
          <small>Opens your mail app with everything filled in. Or write to {address}.</small>
        </p>
      </div>
    </form>
    <WrittenInquiry />
  </div>
);

export const ContactForm = ({ section }: SectionProps<'contact-form'>) => (
  <Band section={section} className="band--flush" inner="columns columns--7-5">
    <div>
      <InquiryForm />
    </div>
    <aside className="promise">
      <p className="figure figure--xl">{section.promise.value}</p>
      <p className="lead">{section.promise.label}</p>
      <h2>{section.hintsTitle}</h2>
      <ol className="contact-hints">
        {section.hints.map((hint) => (
          <li key={hint}>{hint}</li>
        ))}
      </ol>
    </aside>
  </Band>
);
