import { type FormEvent, useState } from 'react';
import { type Control, controlsOf, messageFor } from './field-messages';

/** Messages by field name. */
export type FieldErrors = Record<string, string | undefined>;

function focusFirst(form: HTMLFormElement, errors: FieldErrors) {
  controlsOf(form)
    .find(({ name }) => errors[name])
    ?.focus();
}

/** Checks a form's fields, shows errors, and focuses the first invalid field. */
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
  /** Removes the error of the changed field; use it for the form's `onInput`. */
  const forget = ({ target }: FormEvent<HTMLFormElement>) => {
    const { name } = target as unknown as Control;
    if (errors[name]) setErrors({ ...errors, [name]: undefined });
  };
  return { errors, check, show, forget };
}
