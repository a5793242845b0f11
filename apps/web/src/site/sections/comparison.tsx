import { Band, BandHead, Cells, Legend, type SectionProps } from './parts';

type Row = SectionProps<'comparison'>['section']['rows'][number];

const Pair = ({ row, longest }: { row: Row; longest: number }) => (
  <div className="comparison-pair">
    <p>
      <strong>{row.label}</strong> <span className="muted">{row.note}</span>
    </p>
    <Cells count={row.baselineCells} of={longest} />
    <Cells count={row.cells} of={longest} />
  </div>
);

/** Pairs of bars to one scale: a baseline, and ours below it. */
export function Comparison({ section, cell }: SectionProps<'comparison'>) {
  const { head, rows, baseline, ours, note, ...band } = section;
  const longest = Math.max(...rows.flatMap(({ baselineCells, cells }) => [baselineCells, cells]));
  return (
    <Band section={band} inner="columns columns--4-8">
      <div>
        <BandHead head={head} cell={cell} />
        <Legend
          entries={[
            { colour: 'edge', label: baseline },
            { colour: 'core', label: ours },
          ]}
        />
        <p className="caption">{note}</p>
      </div>
      <div>
        {rows.map((row) => (
          <Pair key={row.label} row={row} longest={longest} />
        ))}
      </div>
    </Band>
  );
}
