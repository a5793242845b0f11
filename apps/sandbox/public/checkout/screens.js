/** Shows one screen at a time and focuses the control that the payer needs next. */
const all = [...document.querySelectorAll('[data-screen]')];
let current = '';

export function show(name) {
  current = name;
  for (const screen of all) screen.hidden = screen.dataset.screen !== name;
  const shown = all.find((screen) => screen.dataset.screen === name);
  (shown.querySelector('[data-focus]') ?? document.getElementById('panel')).focus();
}

export function currentScreen() {
  return current;
}

/** Tabs after the ARIA authoring practices: arrow keys move, only the selected tab is in the tab order. */
export function startTabs(onChange) {
  const tabs = [...document.querySelectorAll('[role=tab]')];
  const select = (tab) => {
    for (const other of tabs) {
      const selected = other === tab;
      other.setAttribute('aria-selected', String(selected));
      other.tabIndex = selected ? 0 : -1;
      document.getElementById(other.getAttribute('aria-controls')).hidden = !selected;
    }
    onChange();
  };
  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener('click', () => select(tab));
    tab.addEventListener('keydown', ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      if (!step) return;
      const next = tabs[(index + step + tabs.length) % tabs.length];
      select(next);
      next.focus();
    });
  }
}

/** Applies the page's theme colour, with black or white text for the higher contrast (WCAG relative luminance). */
export function paint({ theme, scheme }) {
  const root = document.documentElement;
  root.dataset.scheme = scheme === 'dark' ? 'dark' : 'light';
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(theme?.color ?? '')?.[1] ?? '4b41d8';
  const full = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex;
  const [red, green, blue] = [0, 2, 4].map((at) => linear(Number.parseInt(full.slice(at, at + 2), 16) / 255));
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  root.style.setProperty('--accent', `#${full}`);
  root.style.setProperty('--on-accent', luminance > 0.179 ? '#000' : '#fff');
}

function linear(channel) {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}
