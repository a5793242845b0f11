type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const controlsIn = (root: HTMLElement) => [...root.querySelectorAll<Control>('input, textarea, select')];

/** The same for a control and for the one that replaces it. */
const keyOf = ({ name, type, value }: Control) => `${name} ${/radio|checkbox/.test(type) ? value : ''}`;

/**
 * An extension may change the document before hydration. React then replaces all of it, form controls included.
 * @returns a function that copies values and focus from the replaced controls to the new ones.
 */
export function keepFields(root: HTMLElement) {
  const controls = controlsIn(root);
  const focused = document.activeElement;
  return () => {
    const old = new Map(controls.filter(({ isConnected }) => !isConnected).map((control) => [keyOf(control), control]));
    for (const control of controlsIn(root)) {
      const before = old.get(keyOf(control));
      if (!before) continue;
      control.value = before.value;
      if ('checked' in control) control.checked = (before as HTMLInputElement).checked;
      if (before === focused) control.focus({ preventScroll: true });
    }
  };
}
