import { Icon } from '../../ui/icon';
import { SoonTag } from '../../ui/soon-tag';
import { Drawing } from '../drawings/drawing';
import { Inline } from '../inline';
import type { BentoCell } from '../section';
import { Band, More, type SectionProps } from './parts';

const Cell = ({ title, text, figure, wide, soon, icon, drawing, action }: BentoCell) => (
  <li className={wide ? 'wide' : undefined}>
    {icon && <Icon name={icon} />}
    <h3 className={figure ? 'figure' : undefined}>{title}</h3>
    <p>
      <Inline text={text} />
    </p>
    {soon && <SoonTag />}
    {action && <More action={action} />}
    {drawing && (
      <div className="bento__drawing">
        <Drawing name={drawing} />
      </div>
    )}
  </li>
);

export const Bento = ({ section, cell }: SectionProps<'bento'>) => (
  <Band section={section} cell={cell}>
    <ul className="bento">
      {section.cells.map((each) => (
        <Cell key={each.title} {...each} />
      ))}
    </ul>
  </Band>
);
