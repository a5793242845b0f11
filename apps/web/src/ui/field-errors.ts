import { type FormEvent, useState } from 'react';
import { type Control, controlsOf, messageFor } from './field-messages';

/** A message by the field's name. */
export type FieldErrors = Record<string, string | undefined>;

/** Moves the focus to the first of the form's controls that has an error. */
function focusFirst(form: HTMLFormElement, errors: FieldErrors) {
  controlsOf(form)
    .find(({ name }) => errors[name])
    ?.focus();
}

/** The form's own checks, in our words, with the first field at fault in focus. */
export function useFieldErrors() {
  const [errors, setErrors] = useState<FieldErrors>({});

  const show = (form: HTMLFormElement, found: FieldErrors) => {
    setErrors(found);
    focusFirst(form, found);
  };
  /** @returns whether all fields hold. */
  const check = (form: HTMLFormElement) => {
    const found = Object.fromEntries(controlsOf(form).map((control) => [control.name, messageFor(control)]));
    show(form, found);
    return Object.values(found).every((message) => message === undefined);
  };
  /** For the form's `onInput`: an error goes as soon as its field is touched. */
  const forget = ({ target }: FormEvent<HTMLFormElement>) => {
    const { name } = target as unknown as Control;
    if (errors[name]) setErrors({ ...errors, [name]: undefined });
  };
  return { errors, check, show, forget };
}
