import { useEffect, useRef, useState } from 'react';
import type { Inquiry } from './inquiry';

type Props = { inquiry: Inquiry; address: string };

/** For everybody whose mail app did not open: the address, and the text to copy. */
export function WrittenInquiry({ inquiry, address }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const [outcome, setOutcome] = useState('');

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new text is to be read
  useEffect(() => {
    setOutcome('');
    heading.current?.focus();
  }, [inquiry]);

  const copy = async () => {
    text.current?.select();
    // Without a clipboard (no HTTPS, not allowed) the text is selected at least.
    const copied = await navigator.clipboard?.writeText(inquiry.text).then(
      () => true,
      () => false,
    );
    setOutcome(copied ? 'Copied.' : 'Selected: copy it with your keyboard.');
  };

  return (
    <section className="form written">
      <h2 ref={heading} tabIndex={-1}>
        Your mail app should be open now
      </h2>
      <p>
        If it is not, send this text to <a href={`mailto:${address}`}>{address}</a>, subject "{inquiry.subject}".
      </p>
      <div>
        <label htmlFor="inquiry">Your text</label>
        <textarea id="inquiry" ref={text} readOnly value={inquiry.text} rows={8} />
      </div>
      <div className="row">
        <button type="button" className="btn" onClick={copy}>
          Copy the text
        </button>
        <p role="status">{outcome}</p>
      </div>
    </section>
  );
}
