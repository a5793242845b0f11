import type { MenuGroup } from '../../site/navigation';
import { Icon } from '../../ui/icon';
import { Mark } from '../../ui/mark';
import { currentIf, type Entry, entriesOf } from './entries';

const MenuCell = ({ entry, current }: { entry: Entry; current: boolean }) => (
  <li>
    <a href={entry.path} aria-current={currentIf(current)}>
      {entry.icon && <Icon name={entry.icon} />}
      {entry.label}
      <small>{entry.hint}</small>
    </a>
  </li>
);

/** One menu of the wide navigation: eight pages around a core. */
export function Menu({ group, path, current }: { group: MenuGroup; path: string; current: boolean }) {
  const id = `menu-${group.toLowerCase()}`;
  const cells = entriesOf(group).map((entry) => (
    <MenuCell key={entry.path} entry={entry} current={entry.path === path} />
  ));
  const core = (
    <li key="core" className="nine__core" aria-hidden="true">
      <Mark />
      {group}
    </li>
  );
  return (
    <li>
      <button
        type="button"
        className={current ? 'nav__link nav__link--in' : 'nav__link'}
        popoverTarget={id}
        aria-controls={id}
      >
        {group}
        <Icon name="chevron" />
      </button>
      <div className="mega" id={id} popover="auto">
        <ul className="wrap nine">{[...cells.slice(0, 4), core, ...cells.slice(4)]}</ul>
      </div>
    </li>
  );
}
