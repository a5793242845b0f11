import { type RefObject, useEffect, useRef } from 'react';

const openDetails = (header: HTMLElement) => header.querySelectorAll<HTMLDetailsElement>('details[open]');

function closeAll(header: HTMLElement) {
  for (const details of openDetails(header)) details.open = false;
  for (const menu of header.querySelectorAll<HTMLElement>('[popover]')) menu.hidePopover();
}

/** Escape closes what is open, innermost first, and gives the focus back to what had opened it. */
function closeInnermost(header: HTMLElement) {
  const innermost = [...openDetails(header)].at(-1);
  if (!innermost) return;
  innermost.open = false;
  innermost.querySelector('summary')?.focus();
}

/** Closes a menu opened by a click when the pointer reaches another menu, which would open underneath it. */
function closeOthers(header: HTMLElement, { target, pointerType }: PointerEvent) {
  const hovered = (target as Element).closest('li:has(> [popover])');
  if (!hovered || pointerType !== 'mouse') return;
  for (const menu of header.querySelectorAll<HTMLElement>(':popover-open'))
    if (!hovered.contains(menu)) menu.hidePopover();
}

/** Menus that are open by hover alone close at Escape too, until the pointer has left. */
const quiet = (header: HTMLElement, on: boolean) => header.toggleAttribute('data-quiet', on);

function tellExpanded({ target }: Pick<Event, 'target'>) {
  const menu = target as HTMLElement;
  const open = menu.matches(':popover-open');
  document.querySelector(`[popovertarget="${menu.id}"]`)?.setAttribute('aria-expanded', String(open));
}

/** What the menus cannot do by HTML alone: Escape everywhere, `aria-expanded`, closing when the page changes. */
export function useMenus(ref: RefObject<HTMLElement | null>, path: string) {
  useEffect(() => {
    const header = ref.current;
    if (!header) return undefined;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      closeInnermost(header);
      quiet(header, true);
    };
    const onOver = (event: PointerEvent) => closeOthers(header, event);
    const onLeave = () => quiet(header, false);
    document.addEventListener('keydown', onKey);
    header.addEventListener('pointerover', onOver);
    header.addEventListener('pointerleave', onLeave);
    header.addEventListener('toggle', tellExpanded, true);
    for (const target of header.querySelectorAll('[popover]')) tellExpanded({ target });
    return () => {
      document.removeEventListener('keydown', onKey);
      header.removeEventListener('pointerover', onOver);
      header.removeEventListener('pointerleave', onLeave);
      header.removeEventListener('toggle', tellExpanded, true);
    };
  }, [ref]);

  const arrivedAt = useRef(path);
  useEffect(() => {
    const header = ref.current;
    // A menu that somebody opened before the script was there stays open.
    if (!header || arrivedAt.current === path) return undefined;
    arrivedAt.current = path;
    closeAll(header);
    quiet(header, true);
    const timer = setTimeout(() => quiet(header, header.matches(':hover')), 300);
    return () => clearTimeout(timer);
  }, [ref, path]);
}
