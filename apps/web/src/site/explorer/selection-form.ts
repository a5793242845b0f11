import type { GpuPrice } from '../prices';
import { readSelection, type Selection } from './selection';

type Field = HTMLInputElement | HTMLSelectElement;

const fieldsOf = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (element): element is Field => element instanceof HTMLInputElement || element instanceof HTMLSelectElement,
  );

const isBox = (field: Field) => field.type === 'radio' || field.type === 'checkbox';

/** The names of the fields whose value is missing or out of bounds. */
export const invalidFields = (form: HTMLFormElement) =>
  fieldsOf(form).flatMap((field) => (field.validity.valid ? [] : [field.name]));

/** What a form says, of the fields that it has and that are filled in rightly. */
export function readForm(form: HTMLFormElement, gpus: GpuPrice[]): Partial<Selection> {
  const query = new URLSearchParams([...new FormData(form)] as [string, string][]);
  for (const { name, type, value } of fieldsOf(form)) if (type === 'number') query.set(name, String(Number(value)));
  const wrong = invalidFields(form);
  const names = new Set(fieldsOf(form).flatMap(({ name }) => (wrong.includes(name) ? [] : [name])));
  return Object.fromEntries(Object.entries(readSelection(query, gpus)).filter(([key]) => names.has(key)));
}

/** Brings a form to what was chosen elsewhere; never under the hand of somebody who is still typing a number. */
export function fillForm(form: HTMLFormElement, selection: Selection) {
  for (const field of fieldsOf(form)) {
    const value = selection[(field.name || field.dataset.mirrors) as keyof Selection];
    const typing = field === document.activeElement && !field.validity.valid;
    if (value === undefined || typing) continue;
    if (isBox(field)) (field as HTMLInputElement).checked = isChosen(value, field.value);
    else if (Number(field.value) !== value && field.value !== value) field.value = String(value);
  }
}

const isChosen = (value: Selection[keyof Selection], option: string) =>
  Array.isArray(value) ? value.includes(option) : value === true || String(value) === option;
