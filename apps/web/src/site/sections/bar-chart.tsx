import { Band, Cells, type SectionProps } from './parts';

/** Rows counted on one ruler: the longest fills it. */
export function BarChart({ section, cell }: SectionProps<'bar-chart'>) {
  const longest = Math.max(...section.rows.map(({ cells }) => cells));
  return (
    <Band section={section} cell={cell}>
      <ol className="bar-chart">
        {section.rows.map(({ label, value, cells }, index) => (
          <li key={label} className={index === 0 ? 'core' : undefined}>
            <b>{label}</b>
            <Cells count={cells} of={longest} />
            <span className="bar-chart__value">{value}</span>
          </li>
        ))}
      </ol>
    </Band>
  );
}
