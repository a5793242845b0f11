import type { Drawing } from '../drawing';
import { createPen } from '../pen';

const pitch = 20;
const [columns, rows] = [29, 21];
const cores = [
  [10, 10],
  [18, 10],
] as const;

/** A core affects the cells along its eight directions most. */
function pull(dx: number, dy: number): number {
  const [far, near] = [Math.max(Math.abs(dx), Math.abs(dy)), Math.min(Math.abs(dx), Math.abs(dy))];
  return Math.max(1 - far / 10.5 - near * 0.13, 0.86 - far / 8 - (far - near) * 0.2, 0);
}

const sizeAt = (x: number, y: number) =>
  2 * Math.round(8 * Math.min(1, Math.max(...cores.map(([cx, cy]) => pull(x - cx, y - cy)))));

export default function pair(): Drawing {
  const pen = createPen();
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const size = sizeAt(x, y);
      if (size) pen.rect('ink-fill', x * pitch - size / 2, y * pitch - size / 2, size, size);
    }
  }
  for (const [x, y] of cores) pen.rect('core-fill', x * pitch - 15, y * pitch - 15, 30, 30);
  return { viewBox: '-12 -12 584 424', markup: pen.markup() };
}
