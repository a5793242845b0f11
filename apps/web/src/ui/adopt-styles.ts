/**
 * Loads and adds the styles of a part of the site, unless the page came with them. A sheet made by script is no inline
 * style to a content security policy.
 */
export async function adoptStyles(part: 'account' | 'pricing', load: () => Promise<{ default: string }>) {
  if (typeof document === 'undefined' || document.querySelector(`style[data-part="${part}"]`)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync((await load()).default);
  document.adoptedStyleSheets.push(sheet);
}
