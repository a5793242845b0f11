import { Icon } from '../../ui/icon';
import { Mark } from '../../ui/mark';
import { Inline } from '../inline';
import type { Nine as NineSection } from '../section';
import { Band } from './band';
import type { SectionProps } from './section-props';

const Cell = ({ title, text, icon }: NineSection['cells'][number]) => (
  <li>
    {icon && <Icon name={icon} />}
    <h3>{title}</h3>
    <p className="muted">
      <Inline text={text} />
    </p>
  </li>
);

/** Eight cells around a core, or nine. */
export function Nine({ section, cell }: SectionProps<'nine'>) {
  const cells = section.cells.map((each) => <Cell key={each.title} {...each} />);
  const core = section.centre && (
    <li key="core" className="nine__core" aria-hidden="true">
      <Mark />
      {section.centre}
    </li>
  );
  return (
    <Band section={section} cell={cell}>
      <ul className="nine nine--text">{[...cells.slice(0, 4), core, ...cells.slice(4)]}</ul>
    </Band>
  );
}
