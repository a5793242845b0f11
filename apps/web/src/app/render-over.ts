import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type RootOptions } from 'react-dom/client';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Filled = { value: string; checked: boolean };
type Focus = { name: string; selection: [number, number] | null };

const fieldsOf = (element: HTMLElement) => [...element.querySelectorAll<Field>('input, select, textarea')];
const isBox = (field: Field): field is HTMLInputElement => field.type === 'radio' || field.type === 'checkbox';
const keyOf = (field: Field) => `${field.name || field.id} ${isBox(field) ? field.value : ''}`;

function isChanged(field: Field) {
  if (isBox(field)) return field.checked !== field.defaultChecked;
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((each) => each.selected !== each.defaultSelected);
  return field.value !== field.defaultValue;
}

/** Values that the visitor entered before the script loaded, by field. */
const readFields = (element: HTMLElement) =>
  new Map<string, Filled>(
    fieldsOf(element)
      .filter(isChanged)
      .map((field) => [keyOf(field), { value: field.value, checked: isBox(field) && field.checked }]),
  );

function readFocus(element: HTMLElement): Focus | undefined {
  const field = fieldsOf(element).find((each) => each === document.activeElement);
  if (!field) return undefined;
  // A field without a text cursor, such as an email field, has null.
  const { selectionStart: start = null, selectionEnd: end = null } = field as HTMLInputElement;
  return { name: keyOf(field), selection: start === null || end === null ? null : [start, end] };
}

/** Sets a value as if the visitor had typed it. React replaces the setter and listens to events. */
function fill(field: Field, { value, checked }: Filled) {
  if (isBox(field)) {
    if (field.checked !== checked) field.click();
    return;
  }
  if (field.value === value) return;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}

function restore(element: HTMLElement, filled: Map<string, Filled>, focus: Focus | undefined) {
  const fields = fieldsOf(element);
  for (const field of fields) {
    const before = filled.get(keyOf(field));
    if (before) fill(field, before);
  }
  const focused = focus && fields.find((field) => keyOf(field) === focus.name);
  focused?.focus({ preventScroll: true });
  if (focus?.selection && focused && 'setSelectionRange' in focused) focused.setSelectionRange(...focus.selection);
}

/**
 * Renders in place of prerendered HTML and carries over what the visitor has typed. React does not hydrate, because a
 * translation or an extension may have changed the HTML.
 */
export function renderOver(element: HTMLElement, node: ReactNode, options?: RootOptions) {
  const filled = readFields(element);
  const focus = readFocus(element);
  const root = createRoot(element, options);
  flushSync(() => root.render(node));
  restore(element, filled, focus);
}
