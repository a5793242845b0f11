import type { Drawing } from '../drawing';
import { drawLabels } from '../label';
import { createPen, iso, type Pen, type Place } from '../pen';
import { box, core, plate, run } from '../solid';

const pitch = 158;
const foot: Place = [128, 132];
const sinkHeight = 66;
const rows = [0, 232] as const;
const lift = 170;

const sink = (pen: Pen, place: Place) => pen.part('board-sink', iso(place), () => drawSink(pen, place));

function drawSink(pen: Pen, [x, y, z = 0]: Place) {
  const [width, depth] = foot;
  box(pen, [x, y, z], [width, depth, sinkHeight]);
  for (let fin = 1; fin < 11; fin++) {
    const at = y + (depth * fin) / 11;
    run(pen, 'detail', [x, at, z + sinkHeight], [x + width, at, z + sinkHeight], [x + width, at, z + 12]);
  }
  run(pen, 'detail', [x, y + depth, z + 12], [x + width, y + depth, z + 12], [x + width, y, z + 12]);
}

/** Two dies between eight stacks of memory. */
function openModule(pen: Pen, [x, y, z = 0]: Place) {
  box(pen, [x, y, z], [128, 132, 8]);
  const stack = (dx: number, dy: number) => pen.part('board-stack', iso([dx, dy]), () => drawStack(dx, dy));
  const drawStack = (dx: number, dy: number) => {
    box(pen, [x + dx, y + dy, z + 8], [24, 24, 16]);
    for (const level of [4, 8, 12]) {
      run(
        pen,
        'detail',
        [x + dx, y + dy + 24, z + 8 + level],
        [x + dx + 24, y + dy + 24, z + 8 + level],
        [x + dx + 24, y + dy, z + 8 + level],
      );
    }
  };
  for (let n = 0; n < 4; n++) stack(6, 6 + n * 31);
  box(pen, [x + 36, y + 8, z + 8], [56, 57, 10], core);
  box(pen, [x + 36, y + 67, z + 8], [56, 57, 10], core);
  for (let n = 0; n < 4; n++) stack(98, 6 + n * 31);
}

function board(pen: Pen) {
  box(pen, [-28, -28, -12], [690, 438, 12]);
  plate(pen, 'detail', [-16, -16], [666, 414]);
}

function switches(pen: Pen) {
  for (let n = 0; n < 4; n++) {
    box(pen, [n * pitch + 30, 150, 0], [68, 60, 16]);
    plate(pen, 'detail', [n * pitch + 40, 160, 16], [48, 40]);
  }
}

export default function baseboard(): Drawing {
  const pen = createPen();
  board(pen);
  for (let n = 0; n < 4; n++) sink(pen, [n * pitch, rows[0], 0]);
  switches(pen);
  openModule(pen, [0, rows[1], 0]);
  for (let n = 1; n < 4; n++) sink(pen, [n * pitch, rows[1], 0]);
  for (const [x, y] of [
    [0, 132],
    [128, 132],
    [128, 0],
  ] as const)
    run(pen, 'dotted', [x, rows[1] + y, 30], [x, rows[1] + y, lift]);
  sink(pen, [0, rows[1], lift]);
  const key = drawLabels(pen, [
    { words: 'Heat sink', from: iso([0, rows[1] + 66, lift + 40]), to: [-500, iso([0, rows[1] + 66, lift + 40])[1]] },
    { words: 'Dies, memory', from: iso([36, rows[1] + 132, 14]), to: [-500, iso([36, rows[1] + 132, 14])[1]] },
    {
      words: 'NVSwitch',
      from: iso([3 * pitch + 98, 180, 12]),
      to: [690, iso([3 * pitch + 98, 180, 12])[1]],
      anchor: 'end',
    },
    { words: 'Board', from: iso([662, 300, -6]), to: [690, iso([662, 300, -6])[1]], anchor: 'end' },
  ]);
  return {
    shape: 'wide',
    viewBox: '-500 -110 1190 660',
    label:
      'A board of eight GPUs around four NVSwitches; the heat sink of one is lifted off to show two dies and eight memory stacks',
    markup: pen.markup(),
    key,
  };
}
