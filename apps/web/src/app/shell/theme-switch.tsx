import { type FormEvent, useEffect, useRef } from 'react';
import { keepTheme, storedTheme, type Theme, themes } from '../theme';

const labels: Record<Theme, string> = { light: 'Light', dark: 'Dark', system: 'System' };

/**
 * Three radios whose choice the style sheet reads by itself (`:has(:checked)`), so that it works before the script,
 * which then keeps what was chosen meanwhile.
 */
export function ThemeSwitch() {
  const box = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const radios = [...(box.current?.querySelectorAll('input') ?? [])];
    const chosen = radios.find(({ checked }) => checked);
    if (chosen) keepTheme(chosen.value as Theme);
    for (const radio of radios) radio.checked = radio.value === storedTheme();
  }, []);
  const keep = ({ target }: FormEvent) => keepTheme((target as HTMLInputElement).value as Theme);
  return (
    <fieldset className="theme" id="theme-switch" popover="auto" ref={box} onChange={keep}>
      <legend className="vh">Colour scheme</legend>
      {themes.map((theme) => (
        <label key={theme}>
          <input type="radio" name="theme" value={theme} autoComplete="off" />
          {labels[theme]}
        </label>
      ))}
    </fieldset>
  );
}
