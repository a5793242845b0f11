import type { Drawing } from '../drawing';
import { createPen } from '../pen';

const columns = 16;
const rows = 14;
const pitch = 34;
const best = { column: 10, row: 4 };

/** The result of a run, from 0 to 1. The best settings are on top of a ridge. */
function result(column: number, row: number): number {
  const dx = (column - best.column) / 6;
  const dy = (row - best.row) / 4.5;
  const turned = dx * 0.8 + dy * 0.6;
  const across = dy * 0.8 - dx * 0.6;
  return Math.exp(-(turned ** 2) * 0.7 - across ** 2 * 2.2);
}

/** One cell is a run. A better result makes a larger cell. */
export default function sweep(): Drawing {
  const pen = createPen();
  const [width, height] = [columns * pitch, rows * pitch];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const isBest = column === best.column && row === best.row;
      const size = isBest ? pitch : Math.round(4 + result(column, row) * 26);
      const inset = (pitch - size) / 2;
      pen.rect(isBest ? 'core-top' : 'ink-fill', column * pitch + inset, row * pitch + inset, size, size);
    }
  }
  pen.line('line', [-14, 0], [-14, height + 14], [width, height + 14]);
  for (let n = 0; n <= 4; n++) {
    pen.line('line', [-20, (height * n) / 4], [-14, (height * n) / 4]);
    pen.line('line', [(width * n) / 4, height + 14], [(width * n) / 4, height + 20]);
  }
  pen.text('', [width, height + 42], 'Learning rate', 'end');
  pen.raw(`<text transform="rotate(-90)" x="0" y="-28" text-anchor="end">Batch size</text>`);
  return {
    viewBox: `-44 -4 ${width + 48} ${height + 54}`,
    label: 'A grid of runs over learning rate and batch size; the best one is marked',
    markup: pen.markup(),
  };
}
