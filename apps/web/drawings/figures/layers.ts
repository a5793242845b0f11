import type { Drawing } from '../drawing';
import { createPen } from '../pen';

const slices = 8;
const pitch = 152;
const width = 96;
const rows = 11;
const step = 38;
const cell = 20;
const top = 34;

const centre = (row: number) => top + 24 + row * step;
/** The neuron that the bright lane passes. */
const lit = (slice: number) => [2, 4, 3, 6, 8, 7, 5, 5][slice] ?? 0;

function lane(slice: number, from: number, to: number): string {
  const x = slice * pitch + width / 2 + cell / 2;
  const gap = pitch - cell;
  const fall = (to - from) * step;
  return `M${x} ${centre(from)}c${gap / 2} 0 ${gap / 2} ${fall} ${gap} ${fall}`;
}

/** Every neuron reaches the three nearest ones of the next slice. */
function lanes(slice: number): string {
  const all = Array.from({ length: rows }, (_, row) =>
    [row - 2, row, row + 3].filter((to) => to >= 0 && to < rows).map((to) => lane(slice, row, to)),
  );
  return all.flat().join('');
}

export default function layers(): Drawing {
  const pen = createPen();
  const height = rows * step + 12;
  for (let slice = 0; slice < slices; slice++) {
    const x = slice * pitch;
    pen.rect('top', x, top, width, height);
    pen.text('bold', [x, top - 12], `<tspan class="label">GPU </tspan>${slice}`);
  }
  const between = Array.from({ length: slices - 1 }, (_, slice) => slice);
  pen.raw(`<path class="detail" d="${between.map(lanes).join('')}"/>`);
  pen.raw(`<path class="hot" d="${between.map((slice) => lane(slice, lit(slice), lit(slice + 1))).join('')}"/>`);
  for (let slice = 0; slice < slices; slice++) {
    const x = slice * pitch + (width - cell) / 2;
    for (let row = 0; row < rows; row++)
      pen.rect(row === lit(slice) ? 'core-top' : 'sky', x, centre(row) - cell / 2, cell, cell);
  }
  return {
    shape: 'wide',
    viewBox: `-1 -10 ${(slices - 1) * pitch + width + 2} ${top + height + 12}`,
    label: 'A model cut into eight slices, one to a GPU, with one bright lane that passes through all of them',
    markup: pen.markup(),
  };
}
