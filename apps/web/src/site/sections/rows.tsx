import { Icon } from '../../ui/icon';
import { Inline } from '../inline';
import type { Row as RowData } from '../section';
import { Band, More, type SectionProps } from './parts';

const Row = ({ title, text, icon, figure, action }: RowData) => (
  <li>
    {icon && <Icon name={icon} />}
    <h3>{title}</h3>
    <p className="muted">
      <Inline text={text} />
    </p>
    {figure && <p className="figure">{figure}</p>}
    {action && <More action={action} />}
  </li>
);

export const Rows = ({ section, cell }: SectionProps<'rows'>) => (
  <Band section={section} cell={cell}>
    <ul className={section.numbered ? 'rows rows--numbered' : 'rows'}>
      {section.rows.map((row) => (
        <Row key={row.title} {...row} />
      ))}
    </ul>
  </Band>
);
