export type Control = HTMLInputElement | HTMLTextAreaElement;

export const controlsOf = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (each): each is Control => each instanceof HTMLInputElement || each instanceof HTMLTextAreaElement,
  );

const labelOf = ({ labels, name }: Control) => labels?.[0]?.dataset.label ?? name;

/** What is wrong with a field by its own attributes, in our words. Without React: the contact form uses it too. */
export function messageFor(control: Control): string | undefined {
  const { validity, minLength, maxLength, value } = control;
  if (validity.valueMissing) return `Please enter your ${labelOf(control)}.`;
  if (validity.typeMismatch) return 'Please enter an email address, such as asha@lab.example.';
  if (minLength > 0 && value.length < minLength) return `Please use ${minLength} characters or more.`;
  if (maxLength > 0 && value.length > maxLength) return `Please use ${maxLength} characters at the most.`;
  return validity.valid ? undefined : control.validationMessage;
}
