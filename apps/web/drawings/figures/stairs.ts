import type { Drawing } from '../drawing';
import { createPen, type Pen } from '../pen';
import { box, core, plain, plate } from '../solid';

const tread = 130;
const rise = 54;
const cube = 44;

/** The places of one, two, four and eight GPUs on a tread. */
const layouts: [x: number, y: number, z: number][][] = [
  [[1, 1, 0]],
  [
    [1, 0, 0],
    [1, 2, 0],
  ],
  [
    [0, 0, 0],
    [2, 0, 0],
    [0, 2, 0],
    [2, 2, 0],
  ],
  [
    [0, 0, 0],
    [2, 0, 0],
    [0, 2, 0],
    [2, 2, 0],
    [0, 0, 1],
    [2, 0, 1],
    [0, 2, 1],
    [2, 2, 1],
  ],
];

function gpu(pen: Pen, [x, y, z]: readonly [number, number, number], isCore: boolean) {
  box(pen, [x, y, z], [cube, cube, cube], isCore ? core : plain);
  plate(pen, isCore ? 'core-detail' : 'detail', [x + 9, y + 9, z + cube], [cube - 18, cube - 18]);
}

/** Steps that rise to the left, so that none hides the next. */
export default function stairs(): Drawing {
  const pen = createPen();
  [...layouts].reverse().forEach((layout, n) => {
    const step = layouts.length - n;
    box(pen, [n * tread, 0], [tread, tread, step * rise]);
    for (const [x, y, z] of layout)
      gpu(pen, [n * tread + 11 + x * 32, 11 + y * 32, step * rise + z * cube], step === 1);
  });
  return {
    viewBox: '-118 -310 572 640',
    label: 'Four steps with one, two, four and eight GPUs',
    markup: pen.markup(),
  };
}
