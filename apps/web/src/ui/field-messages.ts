export type Control = HTMLInputElement | HTMLTextAreaElement;

export const controlsOf = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (each): each is Control => each instanceof HTMLInputElement || each instanceof HTMLTextAreaElement,
  );

const labelOf = ({ labels, name }: Control) => labels?.[0]?.dataset.label ?? name;

export const emailAdvice = 'Please enter an email address, such as asha@lab.example.';

/** The server counts an emoji as one character too. */
const lengthOf = (value: string) => [...value].length;

/** Returns the error of a field by its attributes. The contact form uses it without React. */
export function messageFor(control: Control): string | undefined {
  const { validity, minLength, value } = control;
  const maxLength = Number(control.dataset.maxLength);
  if (validity.valueMissing) return `Please enter your ${labelOf(control)}.`;
  if (validity.typeMismatch) return emailAdvice;
  if (minLength > 0 && lengthOf(value) < minLength) return `Please use ${minLength} characters or more.`;
  if (lengthOf(value) > maxLength) return `Please use at most ${maxLength} characters.`;
  return validity.valid ? undefined : control.validationMessage;
}
