import type { ComponentProps, ReactNode } from 'react';
import { Icon } from './icon';

type Texts = {
  /** The name is also the control's ID and the key of its error. */
  name: string;
  label: string;
  hint?: string;
  error?: string;
  optional?: boolean;
};

/** `children` receives the attributes that link the control to label, hint and error. */
export function Labelled({ children, ...texts }: Texts & { children: (control: Control) => ReactNode }) {
  const { name, label, hint, error, optional } = texts;
  return (
    <div>
      <label htmlFor={name} data-label={label.toLowerCase()}>
        {label} {optional && <span>(optional)</span>}
      </label>
      {children(controlOf(texts))}
      {hint && (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p key={error} className="field-error" id={`${name}-error`}>
          <Icon name="alert" className="icon--small" />
          {error}
        </p>
      )}
    </div>
  );
}

type Control = ReturnType<typeof controlOf>;

function controlOf({ name, hint, error, optional }: Texts) {
  const describedBy = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ');
  return {
    id: name,
    name,
    required: !optional,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy || undefined,
  };
}

/**
 * The field is uncontrolled, so text typed before the script loads is kept. The form checks `maxLength`, because the
 * browser would silently cut pasted text.
 */
export function Field({ name, label, hint, error, optional, maxLength, ...input }: Texts & ComponentProps<'input'>) {
  return (
    <Labelled name={name} label={label} hint={hint} error={error} optional={optional}>
      {(control) => <input {...input} {...control} data-max-length={maxLength} />}
    </Labelled>
  );
}

export function TextField({ name, label, hint, error, optional, ...area }: Texts & ComponentProps<'textarea'>) {
  return (
    <Labelled name={name} label={label} hint={hint} error={error} optional={optional}>
      {(control) => <textarea {...area} {...control} />}
    </Labelled>
  );
}
