import type { Drawing } from '../drawing';
import { createPen, type Pen, type Point } from '../pen';

const width = 128;
const height = 44;
const left = 8;
const right = 224;
const down = left + width / 2;

const states: [name: string, x: number, y: number][] = [
  ['CREATED', left, 20],
  ['EXPIRED', right, 20],
  ['AUTHORIZED', left, 140],
  ['REVIEW', right, 140],
  ['REFUNDED', left, 380],
  ['PAID', left, 260],
];

const arrows: Point[][] = [
  ...[64, 184, 304].map((y): Point[] => [
    [down, y],
    [down, y + 76],
  ]),
  ...[42, 162].map((y): Point[] => [
    [left + width, y],
    [right, y],
  ]),
  [
    [right + 40, 184],
    [right + 40, 282],
    [left + width, 282],
  ],
  [
    [right + 88, 184],
    [right + 88, 402],
    [left + width, 402],
  ],
];

const late: Point[] = [
  [right + 64, 64],
  [right + 64, 104],
  [down + 36, 104],
  [down + 36, 140],
];

/** Each ends at its point. */
const words: [text: string, ...Point][] = [
  ['reserved', down - 10, 104],
  ['captured', down - 10, 224],
  ['returned', down - 10, 344],
  ['72 h unpaid', right - 14, 34],
  ['unclear', right - 26, 154],
  ['late payment', right + 58, 97],
  ['we accept it', right + 34, 274],
  ['we return it', right + 82, 394],
];

/** The head of an arrow along these points, at the last one. */
function head(pen: Pen, points: Point[]) {
  const [[fromX], [x, y]] = points.slice(-2) as [Point, Point];
  const back = fromX > x ? 8 : -8;
  if (fromX === x) pen.line('heavy', [x - 5, y - 8], [x, y], [x + 5, y - 8]);
  else pen.line('heavy', [x + back, y - 5], [x, y], [x + back, y + 5]);
}

/** The states of an order, for the guide. It is upright, so that its words are readable on phones. */
export default function orderStates(): Drawing {
  const pen = createPen();
  pen.line('dotted', ...late);
  for (const points of arrows) pen.line('heavy', ...points);
  for (const points of [...arrows, late]) head(pen, points);
  for (const [name, x, y] of states) pen.rect(name === 'PAID' ? 'core-top' : 'top', x, y, width, height);
  for (const [text, x, y] of words) pen.text('', [x, y], text, 'end');
  for (const [name, x, y] of states)
    pen.text(name === 'PAID' ? 'bold on-core' : 'bold', [x + width / 2, y + 27], name, 'middle');
  return {
    viewBox: '-8 12 368 420',
    label: 'The states of an order and how each follows another. The table below says the same in words.',
    markup: pen.markup(),
  };
}
