import { dayOf } from './desk-words';

export interface PlotDay {
  day: string;
  value: number;
  /** What `value` is a part of. */
  of?: number;
}

/** A day is so wide; a column is a stack of four to ten cells. */
const WIDTH = 10;
const HEIGHT = 100;

const column = (index: number, value: number, scale: number) =>
  value > 0 ? `M${index * WIDTH + WIDTH / 2} ${HEIGHT}v-${(value / scale) * HEIGHT}` : '';

type Props = { title: string; days: PlotDay[] };

/** A number of each day as columns of cells, as the site's other plots are drawn. The table has the same numbers. */
export function DayPlot({ title, days }: Props) {
  const most = Math.max(...days.flatMap(({ value, of }) => [value, of ?? 0]));
  const size = Math.max(1, Math.ceil(most / 10));
  const rows = Math.max(4, Math.ceil(most / size));
  const path = (of: (day: PlotDay) => number) => days.map((day, index) => column(index, of(day), size * rows)).join('');
  const dashes = `${(HEIGHT / rows) * 0.88} ${(HEIGHT / rows) * 0.12}`;
  const [first = '', last = ''] = [days[0]?.day, days.at(-1)?.day];
  const best = days.reduce((top, day) => (day.value > top.value ? day : top), { day: '', value: 0 });
  const summary = best.day ? `Highest: ${best.value} on ${dayOf(best.day)}.` : 'There were none.';
  return (
    <figure className="desk-plot">
      <figcaption>
        <b>{title}</b> <span className="caption">{`one cell is ${size}`}</span>
      </figcaption>
      <svg
        className="drawing-svg plot"
        viewBox={`0 -4 ${days.length * WIDTH} ${HEIGHT + 22}`}
        width="320"
        height="128"
        role="img"
        aria-label={`${title}, ${dayOf(first)} to ${dayOf(last)}. ${summary}`}
      >
        <path className="desk-plot__whole" strokeDasharray={dashes} d={path(({ of }) => of ?? 0)} />
        <path className="desk-plot__part" strokeDasharray={dashes} d={path(({ value }) => value)} />
        <path d={`M0 ${HEIGHT + 1}H${days.length * WIDTH}`} />
        <text x="0" y={HEIGHT + 14}>
          {dayOf(first).slice(0, -5)}
        </text>
        <text x={days.length * WIDTH} y={HEIGHT + 14} textAnchor="end">
          {dayOf(last).slice(0, -5)}
        </text>
      </svg>
    </figure>
  );
}
