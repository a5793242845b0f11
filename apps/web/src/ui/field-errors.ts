import { type FormEvent, useState } from 'react';

/** A message by the field's name. */
export type FieldErrors = Record<string, string | undefined>;

type Control = HTMLInputElement | HTMLTextAreaElement;

const controlsOf = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (each): each is Control => each instanceof HTMLInputElement || each instanceof HTMLTextAreaElement,
  );

const labelOf = ({ labels, name }: Control) => labels?.[0]?.firstChild?.textContent?.trim().toLowerCase() || name;

export const emailAdvice = 'Please enter an email address, such as asha@lab.example.';

/** Counted as the server counts: an emoji is one character. */
const lengthOf = (value: string) => [...value].length;

function messageFor(control: Control): string | undefined {
  const { validity, minLength, value } = control;
  const maxLength = Number(control.dataset.maxLength);
  if (validity.valueMissing) return `Please enter your ${labelOf(control)}.`;
  if (validity.typeMismatch) return emailAdvice;
  if (minLength > 0 && lengthOf(value) < minLength) return `Please use ${minLength} characters or more.`;
  if (lengthOf(value) > maxLength) return `Use at most ${maxLength} characters`;
  return validity.valid ? undefined : control.validationMessage;
}

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
