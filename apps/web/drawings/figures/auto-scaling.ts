import type { Drawing } from '../drawing';
import { createPen, type Point } from '../pen';

const columns = 65;
const pitch = 18;
const cell = 14;
const ground = 396;

/** Wanted GPUs at a moment of the day, both from 0 to 1. */
function demand(moment: number): number {
  const hill = (at: number, width: number) => Math.exp(-(((moment - at) / width) ** 2));
  return 0.1 + 0.45 * hill(0.27, 0.11) + 0.8 * hill(0.7, 0.13);
}

const rows = (moment: number) => demand(moment) * 20;
const at = (moment: number): Point => [moment * columns * pitch, ground - rows(moment) * pitch];

/** One cell is a GPU. Every column is one cell higher than the demand. */
export default function autoScaling(): Drawing {
  const pen = createPen();
  const peak = Math.round(0.7 * columns);
  for (let column = 0; column < columns; column++) {
    const count = Math.ceil(Math.max(rows(column / columns), rows((column + 1) / columns))) + 1;
    for (let row = 1; row <= count; row++) {
      pen.rect(column === peak ? 'core-top' : 'sky', column * pitch + 2, ground - row * pitch + 2, cell, cell);
    }
  }
  pen.line('heavy', ...Array.from({ length: 131 }, (_, n) => at(n / 130)));
  pen.line('line', [0, ground], [columns * pitch, ground]);
  return {
    shape: 'wide',
    viewBox: `0 20 ${columns * pitch} 378`,
    label: 'Columns of GPUs that rise and fall with a line of demand, always just above it',
    markup: pen.markup(),
  };
}
