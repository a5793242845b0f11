import { Cells } from '../explorer/cells';
import { Band } from './band';
import type { SectionProps } from './section-props';

/** Rows counted on one ruler: the longest fills it. */
export function Counts({ section, cell }: SectionProps<'counts'>) {
  const longest = Math.max(...section.rows.map(({ cells }) => cells));
  return (
    <Band section={section} cell={cell}>
      <ol className="counts">
        {section.rows.map(({ label, value, cells }, index) => (
          <li key={label} className={index === 0 ? 'core' : undefined}>
            <b>{label}</b>
            <Cells count={cells} of={longest} />
            <span className="num">{value}</span>
          </li>
        ))}
      </ol>
    </Band>
  );
}
