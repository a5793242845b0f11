/** Menus for browsers without the Popover API: a click, Escape and an outside click act as elsewhere. */
export function openMenusByClick(header: Element) {
  const menus = [...header.querySelectorAll<HTMLElement>('[popover]')];
  const buttonsOf = ({ id }: HTMLElement) => [...header.querySelectorAll<HTMLElement>(`[popovertarget="${id}"]`)];
  const isOpen = (menu: HTMLElement) => menu.classList.contains('menu-open');
  const toggle = (menu: HTMLElement, open: boolean) => {
    menu.classList.toggle('menu-open', open);
    for (const button of buttonsOf(menu)) button.setAttribute('aria-expanded', String(open));
  };
  for (const menu of menus) {
    menu.hidePopover = () => toggle(menu, false);
    menu.hidePopover();
  }
  document.documentElement.dataset.menus = '1';
  for (const menu of menus)
    for (const button of buttonsOf(menu))
      button.addEventListener('click', () => {
        for (const other of menus) toggle(other, other === menu && !isOpen(menu));
      });
  // Safari on an iPhone fires no click for a tap on plain text.
  document.addEventListener('pointerup', ({ target }) => {
    for (const menu of menus)
      if (![menu, ...buttonsOf(menu)].some((each) => each.contains(target as Node))) toggle(menu, false);
  });
  document.addEventListener('keydown', ({ key }) => {
    const open = menus.find(isOpen);
    if (key !== 'Escape' || !open) return;
    toggle(open, false);
    for (const button of buttonsOf(open)) button.focus();
  });
}
