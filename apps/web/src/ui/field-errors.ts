import { type FormEvent, useState } from 'react';
import { type Control, controlsOf, messageFor } from './field-messages';

/** Messages by field name. */
export type FieldErrors = Record<string, string | undefined>;

/** Moves the focus to the first of the form's controls that has an error. */
function focusFirst(form: HTMLFormElement, errors: FieldErrors) {
  controlsOf(form)
    .find(({ name }) => errors[name])
    ?.focus();
}

/** Checks a form's fields, shows our messages, and moves the focus to the first field with an error. */
export function useFieldErrors() {
  const [errors, setErrors] = useState<FieldErrors>({});

  const show = (form: HTMLFormElement, found: FieldErrors) => {
    setErrors(found);
    focusFirst(form, found);
  };
  /** @returns whether all fields are valid. */
  const check = (form: HTMLFormElement) => {
    const found = Object.fromEntries(controlsOf(form).map((control) => [control.name, messageFor(control)]));
    show(form, found);
    return Object.values(found).every((message) => message === undefined);
  };
  /** For the form's `onInput`: removes the error of the field that changes. */
  const forget = ({ target }: FormEvent<HTMLFormElement>) => {
    const { name } = target as unknown as Control;
    if (errors[name]) setErrors({ ...errors, [name]: undefined });
  };
  return { errors, check, show, forget };
}
