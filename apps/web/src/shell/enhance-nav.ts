import { getEmail, getToken, logOut, onTokenChange } from '../api/session';
import { local } from '../api/storage';

const themeKey = 'theme';

/** The style sheet reads the radios itself (`:has(:checked)`); here the choice is kept for the next page. */
function keepTheme() {
  const radios = document.querySelectorAll<HTMLInputElement>('.theme input');
  const keep = (theme: string) => {
    document.documentElement.dataset.theme = theme;
    if (theme === 'system') local.removeItem(themeKey);
    else local.setItem(themeKey, theme);
  };
  for (const radio of radios) {
    // Chosen before this script was there.
    if (radio.checked) keep(radio.value);
    radio.addEventListener('change', () => keep(radio.value));
  }
  const stored = local.getItem(themeKey) ?? 'system';
  for (const radio of radios) radio.checked = radio.value === stored;
}

/** Log in, or Payments and Log out: all stand in the HTML, and the style sheet shows what `data-user` says. */
function followSession() {
  const show = () => {
    document.documentElement.dataset.user = String(getToken() !== null);
    for (const link of document.querySelectorAll<HTMLElement>('[data-account]')) link.title = getEmail() ?? '';
  };
  show();
  onTokenChange(show);
  // A document from the back/forward cache missed what happened in between.
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
  document.querySelector(`[popovertarget="${menu.id}"]`)?.setAttribute('aria-expanded', String(open));
}

/** Closes a menu opened by a click when the pointer reaches another menu, which would open underneath it. */
function closeOthers(header: Element, { target, pointerType }: PointerEvent) {
  const hovered = target instanceof Element && target.closest('li:has(> [popover])');
  if (!hovered || pointerType !== 'mouse') return;
  for (const menu of header.querySelectorAll<HTMLElement>(':popover-open'))
    if (!hovered.contains(menu)) menu.hidePopover();
}

/** What the menus cannot do by HTML alone: Escape everywhere, `aria-expanded`, closed after a return to the page. */
function enhanceMenus(header: Element) {
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    closeInnermost(header);
    // A menu that is open by hover alone stays closed until the pointer has left.
    header.setAttribute('data-quiet', '');
  });
  header.addEventListener('pointerleave', () => header.removeAttribute('data-quiet'));
  addEventListener('pageshow', ({ persisted }) => persisted && closeAll(header));
  if (!('popover' in HTMLElement.prototype)) return;
  header.addEventListener('pointerover', (event) => closeOthers(header, event as PointerEvent));
  header.addEventListener(
    'toggle',
    ({ target }) => target instanceof HTMLElement && target.popover && showExpanded(target),
    true,
  );
  for (const menu of header.querySelectorAll('[popover]')) showExpanded(menu);
}

/** The navigation with script: menus, colour scheme, session. */
export function enhanceNav() {
  const header = document.querySelector('header.nav');
  if (header) enhanceMenus(header);
  keepTheme();
  followSession();
}
