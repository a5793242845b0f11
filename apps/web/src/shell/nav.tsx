import type { PageHead } from '../site/page';
import { Logo } from '../ui/brand';
import { Icon } from '../ui/icon';
import { AccordionMenu, currentIf, MegaMenu, menuGroups, navItems } from './menus';

/**
 * The HTML has all session links, and the style sheet shows those that fit `data-user` on the root element. The inline
 * snippet sets it before the first paint, so nothing flashes.
 */
function SessionLinks({ full = false }: { full?: boolean }) {
  const button = full ? 'btn btn--full' : 'btn btn--small';
  const link = `for-users ${full ? '' : 'nav__link nav__link--wide'}`;
  return (
    <>
      <a className={`${button} for-visitors`} href="/login">
        Log in
      </a>
      <a className={`${button} btn--solid for-visitors`} href="/signup">
        Sign up
      </a>
      <a className={link} href="/account" data-account="" hidden>
        Account
      </a>
      <a className={link} href="/account/payments" hidden>
        Payments
      </a>
      <button type="button" className={`${button} for-users`} data-log-out="" hidden>
        Log out
      </button>
    </>
  );
}

const themes = { light: 'Light', dark: 'Dark', system: 'System' };

const ThemeSwitch = () => (
  <fieldset className="theme" id="theme-switch" popover="auto">
    <legend className="visually-hidden">Colour scheme</legend>
    {Object.entries(themes).map(([theme, label]) => (
      <label key={theme}>
        <input type="radio" name="theme" value={theme} autoComplete="off" />
        {label}
      </label>
    ))}
  </fieldset>
);

const SmallMenu = ({ path }: { path: string }) => (
  <details className="small-menu">
    <summary aria-label="Menu">
      <Icon name="menu" />
      <Icon name="close" />
    </summary>
    <nav className="small-menu__panel" aria-label="Main, small screens">
      {menuGroups.map((group) => (
        <AccordionMenu key={group} group={group} path={path} />
      ))}
      {navItems('Direct').map((item) => (
        <a key={item.path} href={item.path} aria-current={currentIf(item.path === path)}>
          {item.label}
        </a>
      ))}
      <button type="button" className="small-menu__theme" popoverTarget="theme-switch">
        Colour scheme
        <Icon name="theme" />
      </button>
      <SessionLinks full />
    </nav>
  </details>
);

/** Menus are popovers and `<details>`, which open without script; enhance-nav.ts adds the rest. */
export const Nav = ({ page }: { page: PageHead }) => (
  <header className="nav">
    <a className="skip" href="#main">
      Skip to content
    </a>
    <div className="nav__bar wrap">
      <Logo />
      <nav aria-label="Main">
        <ul className="nav__list">
          {menuGroups.map((group) => (
            <MegaMenu key={group} group={group} path={page.path} current={page.nav?.group === group} />
          ))}
          {navItems('Direct').map(({ path, label }) => (
            <li key={path}>
              <a className="nav__link" href={path} aria-current={currentIf(path === page.path)}>
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
        <SmallMenu path={page.path} />
      </div>
    </div>
  </header>
);
