import { Mark } from '../../ui/brand';
import { Icon } from '../../ui/icon';
import { Inline } from '../inline';
import type { Grid3x3 as Grid3x3Section } from '../section';
import { Band, type SectionProps } from './parts';

const Cell = ({ title, text, icon }: Grid3x3Section['cells'][number]) => (
  <li>
    {icon && <Icon name={icon} />}
    <h3>{title}</h3>
    <p className="muted">
      <Inline text={text} />
    </p>
  </li>
);

/** Eight cells around a core, or nine. */
export function Grid3x3({ section, cell }: SectionProps<'grid-3x3'>) {
  const cells = section.cells.map((each) => <Cell key={each.title} {...each} />);
  const core = section.centre && (
    <li key="core" className="grid-3x3__core" aria-hidden="true">
      <Mark />
      {section.centre}
    </li>
  );
  return (
    <Band section={section} cell={cell}>
      <ul className="grid-3x3 grid-3x3--text">{[...cells.slice(0, 4), core, ...cells.slice(4)]}</ul>
    </Band>
  );
}
