import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { operator } from '../../site/operator';
import { Field, TextField } from '../../ui/field';
import { useFieldErrors } from '../../ui/field-errors';
import { type Inquiry, inquiryOf, mailtoAddress, topicOf } from './inquiry';
import { WrittenInquiry } from './written-inquiry';

const { contactEmail } = operator;

/** `?topic=` opens the details with it. What somebody typed before the script came stays. */
function useTopic() {
  const topic = topicOf(useLocation().search);
  const details = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (topic && details.current?.value === '') details.current.value = `Topic: ${topic}\n\n`;
  }, [topic]);
  return { topic, details };
}

/** Writes an e-mail in the visitor's own mail client; nothing is sent from here. */
export default function ContactForm() {
  const { topic, details } = useTopic();
  const { errors, check, forget } = useFieldErrors();
  const [inquiry, setInquiry] = useState<Inquiry | null>(null);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!check(event.currentTarget)) return;
    const written = inquiryOf(new FormData(event.currentTarget), topic);
    setInquiry(written);
    window.location.assign(mailtoAddress(contactEmail, written));
  };

  return (
    <div className="stack">
      <form
        className="form form--2"
        method="post"
        action={`mailto:${contactEmail}`}
        encType="text/plain"
        noValidate
        onSubmit={onSubmit}
        onInput={forget}
      >
        <Field name="firstName" label="First name" autoComplete="given-name" error={errors.firstName} />
        <Field name="lastName" label="Last name" autoComplete="family-name" error={errors.lastName} />
        <Field name="email" label="Email" type="email" autoComplete="email" error={errors.email} />
        <Field name="phone" label="Phone" type="tel" autoComplete="tel" optional />
        <div className="all">
          <Field name="company" label="Company" autoComplete="organization" optional />
        </div>
        <div className="all">
          <TextField name="details" label="Details" optional ref={details} />
        </div>
        <div className="all row">
          <button type="submit" className="btn btn--solid">
            Submit
          </button>
          <p className="muted">
            <small>
              Opens your mail app with everything filled in. Or write to{' '}
              <a href={`mailto:${contactEmail}`}>{contactEmail}</a>.
            </small>
          </p>
        </div>
      </form>
      {inquiry && <WrittenInquiry inquiry={inquiry} address={contactEmail} />}
    </div>
  );
}
