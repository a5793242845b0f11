import { getEmail, getToken, logOut, onTokenChange } from '../api/session';
import { local } from '../api/storage';

const themeKey = 'theme';

/** The style sheet follows the radios (`:has(:checked)`). We store the choice and apply it in other open pages. */
function enhanceTheme() {
  const radios = document.querySelectorAll<HTMLInputElement>('.theme input');
  const show = () => {
    const theme = local.getItem(themeKey) ?? 'system';
    document.documentElement.dataset.theme = theme;
    for (const radio of radios) radio.checked = radio.value === theme;
  };
  const keep = (theme: string) => {
    if (theme === 'system') local.removeItem(themeKey);
    else local.setItem(themeKey, theme);
    show();
  };
  // The visitor may have chosen before this script loaded.
  const chosen = [...radios].find(({ checked }) => checked);
  if (chosen) keep(chosen.value);
  else show();
  for (const radio of radios) radio.addEventListener('change', () => keep(radio.value));
  // Another tab may change the choice while this document is open, prerendered or in the back/forward cache.
  addEventListener('storage', show);
  addEventListener('pageshow', show);
  document.addEventListener('prerenderingchange', show);
}

/** The HTML has all session links; the style sheet shows those that fit `data-user`. */
function followSession() {
  const show = () => {
    document.documentElement.dataset.user = String(getToken() !== null);
    for (const link of document.querySelectorAll<HTMLElement>('[data-account]')) link.title = getEmail() ?? '';
  };
  show();
  onTokenChange(show);
  // A document from the back/forward cache has missed logins and logouts.
  addEventListener('pageshow', show);
  for (const button of document.querySelectorAll('[data-log-out]')) button.addEventListener('click', logOut);
}

const openDetails = (header: Element) => [...header.querySelectorAll<HTMLDetailsElement>('details[open]')];

/** Escape closes the innermost open menu and returns the focus to its button. */
function closeInnermost(header: Element) {
  const innermost = openDetails(header).at(-1);
  if (!innermost) return;
  innermost.open = false;
  innermost.querySelector('summary')?.focus();
}

function closeAll(header: Element) {
  for (const details of openDetails(header)) details.open = false;
  for (const menu of header.querySelectorAll<HTMLElement>('[popover]')) menu.hidePopover?.();
}

function showExpanded(menu: Element) {
  const open = menu.matches(':popover-open');
  for (const button of document.querySelectorAll(`[popovertarget="${menu.id}"]`))
    button.setAttribute('aria-expanded', String(open));
}

/** Closes a menu opened by a click when the pointer reaches another, which would open underneath it. */
function closeOthers(header: Element, { target, pointerType }: PointerEvent) {
  const hovered = target instanceof Element && target.closest('li:has(> [popover])');
  if (!hovered || pointerType !== 'mouse') return;
  for (const menu of header.querySelectorAll<HTMLElement>('[popover]'))
    if (!hovered.contains(menu)) menu.hidePopover?.();
}

/** Adds what HTML menus lack: Escape, `aria-expanded`, and closing on return to the page. */
function enhanceMenus(header: Element) {
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    closeInnermost(header);
    // A menu open by hover remains closed until the pointer has left.
    header.setAttribute('data-quiet', '');
  });
  header.addEventListener('pointerleave', () => header.removeAttribute('data-quiet'));
  addEventListener('pageshow', ({ persisted }) => persisted && closeAll(header));
  // An open menu would cover the focused element.
  document.addEventListener('focusin', ({ target }) => header.contains(target as Node) || closeAll(header));
  header.addEventListener('pointerover', (event) => closeOthers(header, event as PointerEvent));
  if (!('popover' in HTMLElement.prototype)) {
    // Without this chunk, the menus open by focus and hover.
    import('./menus-by-click').then(
      (loaded) => loaded.openMenusByClick(header),
      () => undefined,
    );
    return;
  }
  header.addEventListener(
    'toggle',
    ({ target }) => target instanceof HTMLElement && target.popover && showExpanded(target),
    true,
  );
  for (const menu of header.querySelectorAll('[popover]')) showExpanded(menu);
}

/** Opens the lists that phones collapse, on wide screens whose style sheets cannot open them. */
function openLists() {
  if (CSS.supports('selector(::details-content)') || !matchMedia('(width >= 60rem)').matches) return;
  for (const list of document.querySelectorAll<HTMLDetailsElement>('.always-open')) list.open = true;
}

export function enhanceNav() {
  const header = document.querySelector('header.nav');
  if (header) enhanceMenus(header);
  openLists();
  enhanceTheme();
  followSession();
}
