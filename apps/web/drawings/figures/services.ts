import type { Drawing } from '../drawing';
import { createPen, type Pen } from '../pen';

const ground = 232;
const cell = 22;
const inset = (pen: Pen, name: string, left: number, column: number, row: number) =>
  pen.rect(name, left + column * cell + 2, ground - (row + 1) * cell + 2, cell - 4, cell - 4);
const counted = (count: number) => [...Array(count).keys()];

function plan(pen: Pen, x: number) {
  const [left, top] = [x - 66, 64];
  pen.rect('top', left, top, 132, 168);
  for (const n of counted(5)) pen.line('detail', [left + cell * (n + 1), top], [left + cell * (n + 1), ground]);
  for (const n of counted(7)) pen.line('detail', [left, top + 21 * (n + 1)], [left + 132, top + 21 * (n + 1)]);
  pen.rect('heavy', left + 22, top + 21, 88, 105);
  for (const end of [left, left + 132]) pen.line('line', [end, 44], [end, 56]);
  pen.line('line', [left, 50], [left + 132, 50]);
  pen.rect('core-top', left + 88, top + 105, 22, 21);
}

function crate(pen: Pen, x: number) {
  const [left, top] = [x - 74, 116];
  pen.rect('left', left, top, 148, 96);
  for (const n of counted(4)) pen.line('line', [left, top + 19 * (n + 1)], [left + 148, top + 19 * (n + 1)]);
  for (const edge of [0, 134]) pen.rect('top', left + edge, top, 14, 96);
  pen.rect('top', left - 6, top + 96, 160, 8);
  for (const foot of [0, 64, 128]) pen.rect('top', left + foot, top + 104, 20, 12);
  pen.rect('core-top', left + 60, top + 34, 28, 28);
}

function rack(pen: Pen, left: number, filledFrom: number) {
  pen.rect('top', left, 40, 100, 192);
  pen.rect('left', left + 10, 50, 80, 172);
  for (const n of counted(8)) pen.line('line', [left + 10, 69 + n * 19], [left + 90, 69 + n * 19]);
  const filled = counted(9).filter((n) => n >= filledFrom);
  for (const n of filled) pen.rect('sky', left + 14, 53 + n * 19, 72, 13);
  for (const n of filled)
    for (const slot of counted(4))
      pen.line('detail', [left + 20 + slot * 8, 56 + n * 19], [left + 20 + slot * 8, 63 + n * 19]);
}

function deployment(pen: Pen, x: number) {
  rack(pen, x - 26, 5);
  pen.rect('top', x - 88, 126, 76, 13);
  pen.rect('core-top', x - 60, 126, 22, 13);
  pen.line('dotted', [x - 132, 132], [x - 100, 132]);
  pen.line('line', [x - 108, 126], [x - 100, 132], [x - 108, 138]);
}

function dedicated(pen: Pen, x: number) {
  rack(pen, x - 50, 0);
  pen.rect('core-top', x - 36, 129, 72, 13);
}

function onDemand(pen: Pen, x: number) {
  const levels = [2, 3, 6, 7, 4, 5, 2];
  const [now, top] = [5, 4];
  levels.forEach((level, column) => {
    for (const row of counted(8).slice(level)) inset(pen, 'detail dotted', x - 77, column, row);
  });
  levels.forEach((level, column) => {
    for (const row of counted(level))
      inset(pen, column === now && row === top ? 'core-top' : 'sky', x - 77, column, row);
  });
}

function optimization(pen: Pen, x: number) {
  const levels = [8, 6, 5, 4, 3, 2];
  levels.forEach((level, column) => {
    for (const row of counted(level)) inset(pen, 'top', x - 77, column, row);
  });
  inset(pen, 'core-top', x - 77, levels.length, 0);
}

/** The stations are numbered as in the list on the page. */
export default function services(): Drawing {
  const pen = createPen();
  const stations = [plan, crate, deployment, dedicated, onDemand, optimization];
  const centre = (index: number) => 110 + index * 220;
  stations.forEach((draw, index) => {
    draw(pen, centre(index));
  });
  pen.line('heavy', [0, ground], [1320, ground]);
  stations.forEach((_, index) => {
    pen.rect('cut', centre(index) - 5, ground - 5, 10, 10);
  });
  stations.forEach((_, index) => {
    pen.text('bold', [centre(index), ground + 40], String(index + 1), 'middle');
  });
  return {
    shape: 'wide',
    viewBox: '0 0 1320 280',
    label:
      'Six stations on one line: a plan, a crate, a rack being filled, a full rack, cells that come and go, a falling staircase',
    markup: pen.markup(),
  };
}
