import type { Drawing } from '../drawing';
import { createPen, type Pen, type Point } from '../pen';

const width = 128;
const height = 44;
const left = 8;
const right = 224;

const states: [name: string, x: number, y: number][] = [
  ['CREATED', left, 20],
  ['EXPIRED', right, 20],
  ['AUTHORIZED', left, 140],
  ['REVIEW', right, 140],
  ['PAID', left, 260],
  ['REFUNDED', left, 380],
];

/** An arrow along these points, with its head at the last one. */
function arrow(pen: Pen, name: string, ...points: Point[]) {
  const [[fromX], [x, y]] = points.slice(-2) as [Point, Point];
  pen.line(name, ...points);
  if (fromX === x) pen.line('heavy', [x - 5, y - 8], [x, y], [x + 5, y - 8]);
  else pen.line('heavy', [x + (fromX > x ? 8 : -8), y - 5], [x, y], [x + (fromX > x ? 8 : -8), y + 5]);
}

/** The states of an order for the guide. It stands upright, so that a phone shows its words in reading size. */
export default function orderStates(): Drawing {
  const pen = createPen();
  const down = left + width / 2;
  for (const [y, words] of [
    [64, 'reserved'],
    [184, 'captured'],
    [304, 'returned'],
  ] as const) {
    arrow(pen, 'heavy', [down, y], [down, y + 76]);
    pen.text('', [down - 10, y + 40], words, 'end');
  }
  for (const [y, words] of [
    [42, '72 h unpaid'],
    [162, 'unclear'],
  ] as const) {
    arrow(pen, 'heavy', [left + width, y], [right, y]);
    pen.text('', [(left + width + right) / 2 - 3, y - 8], words, 'middle');
  }
  arrow(pen, 'dotted', [right + 64, 64], [right + 64, 104], [down + 36, 104], [down + 36, 140]);
  pen.text('', [right + 58, 97], 'late payment', 'end');
  arrow(pen, 'heavy', [right + 40, 184], [right + 40, 282], [left + width, 282]);
  pen.text('', [right + 34, 274], 'we accept it', 'end');
  arrow(pen, 'heavy', [right + 88, 184], [right + 88, 402], [left + width, 402]);
  pen.text('', [right + 82, 394], 'we return it', 'end');
  for (const [name, x, y] of states) {
    const isPaid = name === 'PAID';
    pen.rect(isPaid ? 'core-top' : 'top', x, y, width, height);
    pen.text(isPaid ? 'bold on-core' : 'bold', [x + width / 2, y + 27], name, 'middle');
  }
  return {
    viewBox: '-8 12 368 420',
    label: 'The states of an order and how each follows another. The table below says the same in words.',
    markup: pen.markup(),
  };
}
