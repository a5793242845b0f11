import { asProblem, messageOf } from '@novacore/client';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { TextField } from '../../ui/field';
import { type FieldErrors, useFieldErrors } from '../../ui/field-errors';
import { Icon } from '../../ui/icon';
import { announceProblem } from './desk-parts';

/** Runs one call at a time, also for two clicks before the page has changed. */
export function useAction<Arguments extends unknown[]>(work: (...args: Arguments) => Promise<unknown>) {
  const busy = useRef(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState('');
  const run = async (...args: Arguments) => {
    if (busy.current) return;
    busy.current = true;
    setPending(true);
    setProblem('');
    try {
      await work(...args);
    } catch (thrown) {
      setProblem(messageOf(asProblem(thrown)));
    }
    busy.current = false;
    setPending(false);
  };
  return { run, pending, problem };
}

/** Shows a form's problem. If the form disappears because someone else was faster, it announces the problem instead. */
export function ActionProblem({ text }: { text: string }) {
  const last = useRef(text);
  last.current = text;
  useEffect(() => {
    const { pathname } = window.location;
    return () => {
      if (last.current && pathname === window.location.pathname) announceProblem(last.current);
    };
  }, []);
  return (
    <div role="alert">
      {text && (
        <p className="alert">
          <Icon name="alert" className="icon--small" />
          {text}
        </p>
      )}
    </div>
  );
}

type ActionProps = { text: string; button: string; work: () => Promise<unknown> };

/** A button for what needs no reason. `text`: what it will do, stated before. */
export function Action({ text, button, work }: ActionProps) {
  const { run, pending, problem } = useAction(work);
  return (
    <div className="desk-action">
      <p>{text}</p>
      <ActionProblem text={problem} />
      <button type="button" className="btn" aria-disabled={pending} onClick={() => run()}>
        {button}
      </button>
    </div>
  );
}

type Props = {
  name: string;
  /** The effect of the action, shown before it. */
  consequence: string;
  /** Common reasons to choose from. */
  reasons?: string[];
  label?: string;
  button: string;
  /** Fields besides the reason. */
  children?: (errors: FieldErrors) => ReactNode;
  send: (reason: string, form: FormData) => Promise<unknown>;
};

const other = 'other';

/** An action that needs a reason: one of a short list, or a sentence. */
export function ReasonForm({
  name,
  consequence,
  reasons = [],
  label = 'Reason, in a sentence',
  button,
  children,
  send,
}: Props) {
  const [chosen, setChosen] = useState(reasons.length ? '' : other);
  const [isMissing, setMissing] = useState(false);
  const { check, errors, forget } = useFieldErrors();
  const { run, pending, problem } = useAction(send);
  const field = `${name}-sentence`;
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setMissing(!chosen);
    if (!chosen || !check(event.currentTarget)) return;
    const form = new FormData(event.currentTarget);
    void run(chosen === other ? String(form.get(field)).trim() : chosen, form);
  };
  return (
    <form className="form desk-action" noValidate onSubmit={onSubmit} onInput={forget}>
      <p>{consequence}</p>
      {children?.(errors)}
      {reasons.length > 0 && (
        <div>
          <label htmlFor={`${name}-reason`}>Reason</label>
          <select
            id={`${name}-reason`}
            value={chosen}
            aria-invalid={isMissing && !chosen}
            aria-describedby={isMissing && !chosen ? `${name}-missing` : undefined}
            onChange={({ target }) => setChosen(target.value)}
          >
            <option value="">Choose a reason</option>
            {reasons.map((reason) => (
              <option key={reason}>{reason}</option>
            ))}
            <option value={other}>Another reason</option>
          </select>
          {isMissing && !chosen && (
            <p className="field-error" id={`${name}-missing`} role="alert">
              Please choose a reason.
            </p>
          )}
        </div>
      )}
      {chosen === other && (
        <TextField name={field} label={label} minLength={3} data-max-length={300} rows={2} error={errors[field]} />
      )}
      <ActionProblem text={problem} />
      <button type="submit" className="btn btn--solid" aria-disabled={pending}>
        {button}
      </button>
    </form>
  );
}
