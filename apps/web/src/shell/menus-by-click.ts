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
  document.documentElement.dataset.menus = '1';
  for (const menu of menus)
    buttonOf(menu)?.addEventListener('click', () => {
      for (const other of menus) toggle(other, other === menu && !isOpen(menu));
    });
  // Not by click: Safari on an iPhone has no click for a tap on plain text.
  document.addEventListener('pointerup', ({ target }) => {
    for (const menu of menus)
      if (!menu.contains(target as Node) && !buttonOf(menu)?.contains(target as Node)) toggle(menu, false);
  });
  document.addEventListener('keydown', ({ key }) => {
    const open = menus.find(isOpen);
    if (key !== 'Escape' || !open) return;
    toggle(open, false);
    buttonOf(open)?.focus();
  });
}
