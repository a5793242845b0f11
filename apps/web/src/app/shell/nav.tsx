import { useRef } from 'react';
import { Icon } from '../../ui/icon';
import { Logo } from '../../ui/logo';
import type { Route } from '../routes';
import { currentIf, entriesOf, menuGroups } from './entries';
import { Menu } from './menu';
import { SessionLinks } from './session-links';
import { SmallMenu } from './small-menu';
import { ThemeSwitch } from './theme-switch';
import { useMenus } from './use-menus';

/**
 * The fixed navigation. Its menus are popovers and `<details>`, so they open at the first touch, script or not;
 * `useMenus` adds what only script can.
 */
export function Nav({ route }: { route: Route }) {
  const header = useRef<HTMLElement>(null);
  useMenus(header, route.path);
  return (
    <header className="nav" ref={header}>
      <div className="nav__bar wrap">
        <Logo />
        <nav aria-label="Main">
          <ul className="nav__list">
            {menuGroups.map((group) => (
              <Menu key={group} group={group} path={route.path} current={route.nav?.group === group} />
            ))}
            {entriesOf('Direct').map(({ path, label }) => (
              <li key={path}>
                <a className="nav__link" href={path} aria-current={currentIf(path === route.path)}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="nav__end">
          <button type="button" className="nav__icon" popoverTarget="theme-switch" aria-label="Colour scheme">
            <Icon name="theme" />
          </button>
          <ThemeSwitch />
          <SessionLinks />
          <SmallMenu path={route.path} />
        </div>
      </div>
    </header>
  );
}
