import type { ReactNode } from 'react';
import { type MenuGroup, menuIcon, type NavEntry, type NavGroup } from '../site/navigation';
import { isComing } from '../site/page';
import { allPages } from '../site/pages/index';
import { Mark } from '../ui/brand';
import { Icon } from '../ui/icon';
import { SoonTag } from '../ui/soon-tag';

export type NavItem = NavEntry & { path: string; isComing: boolean };

export const menuGroups: MenuGroup[] = ['Discover', 'Products', 'Solutions'];

/** The pages of a group in site order; coming pages are last. */
export const navItems = (group: NavGroup): NavItem[] =>
  allPages
    .flatMap(({ path, nav, sections }) =>
      nav?.group === group ? [{ ...nav, path, isComing: isComing({ sections }) }] : [],
    )
    .sort((a, b) => Number(a.isComing) - Number(b.isComing));

export const currentIf = (current: boolean) => (current ? ('page' as const) : undefined);

const MenuLink = ({ item, path, children }: { item: NavItem; path: string; children: ReactNode }) => (
  <li>
    <a href={item.path} aria-current={currentIf(item.path === path)}>
      <Icon name={menuIcon(item.path)} />
      {children}
    </a>
  </li>
);

type Props = { group: MenuGroup; path: string };

export function MegaMenu({ group, path, current }: Props & { current: boolean }) {
  const id = `menu-${group.toLowerCase()}`;
  const cells = navItems(group).map((item) => (
    <MenuLink key={item.path} item={item} path={path}>
      <span>
        {item.label} {item.isComing && <SoonTag />}
      </span>{' '}
      <small>{item.hint}</small>
    </MenuLink>
  ));
  const core = (
    <li key="core" className="grid-3x3__core" aria-hidden="true">
      <Mark />
      {group}
    </li>
  );
  return (
    <li>
      <button type="button" className={current ? 'nav__link nav__link--in' : 'nav__link'} popoverTarget={id}>
        {group}
        <Icon name="chevron" />
      </button>
      <div className="mega-menu" id={id} popover="auto">
        <ul className="wrap grid-3x3">{[...cells.slice(0, 4), core, ...cells.slice(4)]}</ul>
      </div>
    </li>
  );
}

export const AccordionMenu = ({ group, path }: Props) => (
  <details name="small-menu">
    <summary>
      {group}
      <Icon name="chevron" />
    </summary>
    <ul className="small-menu__list">
      {navItems(group).map((item) => (
        <MenuLink key={item.path} item={item} path={path}>
          {item.label}
          {item.isComing && <SoonTag />}
        </MenuLink>
      ))}
    </ul>
  </details>
);
