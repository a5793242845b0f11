/** The menus of a browser without the Popover API: a click, Escape and a click outside do what they do elsewhere. */
export function openMenusByClick(header: Element) {
  const menus = [...header.querySelectorAll<HTMLElement>('[popover]')];
  const buttonOf = ({ id }: HTMLElement) => header.querySelector<HTMLElement>(`[popovertarget="${id}"]`);
  const isOpen = (menu: HTMLElement) => menu.classList.contains('menu-open');
  const toggle = (menu: HTMLElement, open: boolean) => {
    menu.classList.toggle('menu-open', open);
    buttonOf(menu)?.setAttribute('aria-expanded', String(open));
  };
  for (const menu of menus) {
    menu.hidePopover = () => toggle(menu, false);
    menu.hidePopover();
  }
  document.addEventListener('click', ({ target }) => {
    const clicked = target as Node;
    for (const menu of menus)
      if (!menu.contains(clicked)) toggle(menu, !isOpen(menu) && buttonOf(menu)?.contains(clicked) === true);
  });
  document.addEventListener('keydown', ({ key }) => {
    const open = menus.find(isOpen);
    if (key !== 'Escape' || !open) return;
    toggle(open, false);
    buttonOf(open)?.focus();
  });
}
