import { offices } from '../site/claims';
import { operator } from '../site/operator';
import { Logo } from '../ui/brand';
import { Icon } from '../ui/icon';
import { productName } from '../ui/product-name';
import { menuGroups, type NavItem, navItems } from './menus';

const accountLinks = [
  { path: '/login', label: 'Log in', isForVisitors: true },
  { path: '/signup', label: 'Sign up', isForVisitors: true },
];

type Link = Pick<NavItem, 'path' | 'label'> & { isComing?: boolean; isForVisitors?: boolean };

/** Phones collapse the list. Wide screens show a heading and the open list. */
const Column = ({ title, links }: { title: string; links: Link[] }) => (
  <nav aria-label={title}>
    <h2>{title}</h2>
    <details className="always-open">
      <summary>
        {title}
        <Icon name="chevron" className="icon--small" />
      </summary>
      <ul className="footer__list">
        {links.map(({ path, label, isComing, isForVisitors }) => (
          <li key={label} className={isForVisitors ? 'for-visitors' : undefined}>
            <a href={path}>
              {label}
              {isComing && ' (soon)'}
            </a>
          </li>
        ))}
      </ul>
    </details>
  </nav>
);

const Social = () => (
  <ul className="social">
    {operator.social.map(({ name, icon, address }) => (
      <li key={name}>
        <a href={address} rel="noopener" aria-label={`${productName} on ${name}`}>
          <Icon name={icon} className="icon--solid" />
        </a>
      </li>
    ))}
  </ul>
);

export function Footer() {
  return (
    <footer className="footer dark">
      <div className="wrap">
        <Logo />
        <div className="footer__map">
          {menuGroups.map((group) => (
            <Column key={group} title={group} links={navItems(group)} />
          ))}
          <Column
            title={productName}
            links={[...navItems('Direct'), { path: '/docs', label: 'API guides' }, ...accountLinks]}
          />
          <Column title="Offices" links={offices.map(({ city }) => ({ label: city, path: '/company#offices' }))} />
        </div>
        <p className="footer__seller">
          {operator.legalName}, {operator.registeredAddress}. CIN {operator.cin}, GSTIN {operator.gstin}.{' '}
          {operator.phone}, <a href={`mailto:${operator.email}`}>{operator.email}</a>
        </p>
        <div className="footer__legal">
          <span>© 2025 {productName}</span>
          {navItems('Legal').map(({ path, label }) => (
            <a key={path} href={path}>
              {label}
            </a>
          ))}
          <Social />
        </div>
      </div>
    </footer>
  );
}
