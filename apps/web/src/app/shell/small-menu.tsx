import type { MenuGroup } from '../../site/navigation';
import { Icon } from '../../ui/icon';
import { currentIf, entriesOf, menuGroups } from './entries';
import { SessionLinks } from './session-links';

const Accordion = ({ group, path }: { group: MenuGroup; path: string }) => (
  <details name="small-menu">
    <summary>
      {group}
      <Icon name="chevron" />
    </summary>
    <ul className="small-menu__list">
      {entriesOf(group).map((entry) => (
        <li key={entry.path}>
          <a href={entry.path} aria-current={currentIf(entry.path === path)}>
            {entry.icon && <Icon name={entry.icon} />}
            {entry.label}
          </a>
        </li>
      ))}
    </ul>
  </details>
);

/** The navigation of small screens: one panel, and in it an accordion for each menu. */
export function SmallMenu({ path }: { path: string }) {
  return (
    <details className="small-menu">
      <summary aria-label="Menu">
        <Icon name="menu" />
        <Icon name="close" />
      </summary>
      <nav className="small-menu__panel" aria-label="Main, small screens">
        {menuGroups.map((group) => (
          <Accordion key={group} group={group} path={path} />
        ))}
        {entriesOf('Direct').map((entry) => (
          <a key={entry.path} href={entry.path} aria-current={currentIf(entry.path === path)}>
            {entry.label}
          </a>
        ))}
        <SessionLinks full />
      </nav>
    </details>
  );
}
