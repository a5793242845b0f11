import { shared } from '../api/storage';

/** Read by the inline snippet in `<head>` too. */
const key = 'theme';

export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

export const storedTheme = (): Theme => {
  const stored = shared.getItem(key);
  return themes.find((theme) => theme === stored) ?? 'system';
};

export function keepTheme(theme: Theme) {
  document.documentElement.dataset.theme = theme;
  if (theme === 'system') shared.removeItem(key);
  else shared.setItem(key, theme);
}
