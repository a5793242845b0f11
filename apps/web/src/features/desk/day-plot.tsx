import { formatIndianDate } from '../../../../../packages/formats/formats.mjs';

export interface PlotDay {
  day: string;
  /** What is drawn. Null: there is nothing to draw on this day. */
  value: number | null;
  /** What `value` is a part of. */
  of?: number;
}

/** A day is so wide; a column is a stack of cells. */
const WIDTH = 10;
const HEIGHT = 100;
const CELLS = 10;

/** 1, 2, 5, 10, 20, 50 … : how much one cell is, so that at most ten are needed. */
function cellSize(most: number) {
  const tens = 10 ** Math.floor(Math.log10(Math.max(most, 1) / CELLS || 1));
  return [1, 2, 5, 10].map((step) => step * Math.max(tens, 1)).find((size) => size * CELLS >= most) ?? most / CELLS;
}

/** Noon, so that it is this day in India. */
export const dayOf = (day: string) => formatIndianDate(`${day}T06:30:00Z`);

const column = (index: number, value: number, scale: number) =>
  value > 0 ? `M${index * WIDTH + WIDTH / 2} ${HEIGHT}v-${(value / scale) * HEIGHT}` : '';

type Props = { title: string; days: PlotDay[]; unit?: string; cell?: number };

/** A number of each day as columns of cells, as the site's other plots are drawn. The table has the same numbers. */
export function DayPlot({ title, days, unit = '', cell }: Props) {
  const values = days.flatMap(({ value, of }) => [value ?? 0, of ?? 0]);
  const most = Math.max(...values);
  const size = cell ?? cellSize(most);
  const scale = size * CELLS;
  const path = (of: (day: PlotDay) => number) => days.map((day, index) => column(index, of(day), scale)).join('');
  const known = days.filter(({ value }) => value !== null);
  const best = known.reduce<PlotDay | undefined>(
    (top, day) => ((day.value ?? 0) > (top?.value ?? 0) ? day : top),
    undefined,
  );
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? ''];
  const summary = best ? `The most were ${best.value}${unit} on ${dayOf(best.day)}.` : 'There were none.';
  return (
    <figure className="desk-plot">
      <figcaption>
        <b>{title}</b> <span className="caption">{`one cell is ${size}${unit || ''}`}</span>
      </figcaption>
      <svg
        className="drawing-svg plot"
        viewBox={`0 -4 ${days.length * WIDTH} ${HEIGHT + 22}`}
        width="320"
        height="128"
        role="img"
        aria-label={`${title}, ${dayOf(first)} to ${dayOf(last)}. ${summary}`}
      >
        <path className="desk-plot__whole" d={path(({ of }) => of ?? 0)} />
        <path className="desk-plot__part" d={path(({ value }) => value ?? 0)} />
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
