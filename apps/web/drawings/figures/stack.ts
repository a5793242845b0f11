import type { Drawing } from '../drawing';
import { drawLabels } from '../label';
import { createPen, iso, type Pen } from '../pen';
import { box, core, plate, run } from '../solid';

const side = 240;
const gap = 108;

/** The content of each layer, from the bottom up; `z` is the layer's upper face. */
const layers: { name: string; draw: (pen: Pen, z: number) => void }[] = [
  {
    name: 'Bare metal',
    draw: (pen, z) => {
      plate(pen, 'detail', [14, 14, z], [side - 28, side - 28]);
      for (let n = 1; n < 12; n++) run(pen, 'detail', [14 + n * 17.6, 14, z], [14 + n * 17.6, side - 14, z]);
    },
  },
  {
    name: 'GPUs',
    draw: (pen, z) => {
      for (let n = 0; n < 8; n++) box(pen, [22 + (n % 4) * 52, n < 4 ? 30 : 134, z], [38, 74, 10]);
    },
  },
  {
    name: 'InfiniBand',
    draw: (pen, z) => {
      for (let n = 0; n < 8; n++) {
        const lane = 22 + n * 28;
        run(
          pen,
          'detail',
          [lane, 0, z],
          [lane, 90 + n * 8, z],
          [120, 120, z],
          [side - lane, 150 - n * 8, z],
          [side - lane, side, z],
        );
      }
      box(pen, [92, 92, z], [56, 56, 10]);
    },
  },
  {
    name: 'NVMe',
    draw: (pen, z) => {
      for (let n = 0; n < 6; n++) {
        box(pen, [16 + n * 36, 22, z], [26, 196, 8]);
        plate(pen, 'detail', [20 + n * 36, 30, z + 8], [18, 40]);
      }
    },
  },
  {
    name: 'Kubernetes',
    draw: (pen, z) => {
      for (let n = 0; n < 9; n++) plate(pen, 'dotted', [18 + (n % 3) * 72, 18 + Math.floor(n / 3) * 72, z], [60, 60]);
      for (const [x, y] of [
        [34, 34],
        [106, 106],
        [178, 34],
        [34, 178],
      ] as const)
        box(pen, [x, y, z], [28, 28, 12]);
    },
  },
  { name: 'Your workload', draw: (pen, z) => box(pen, [60, 60, z], [120, 120, 36], core) },
];

export default function stack(): Drawing {
  const pen = createPen();
  layers.forEach(({ draw }, level) => {
    const z = level * gap;
    for (const [x, y] of [
      [0, side],
      [side, side],
      [side, 0],
    ] as const)
      if (level) run(pen, 'dotted', [x, y, z - gap], [x, y, z - 10]);
    box(pen, [0, 0, z - 10], [side, side, 10]);
    draw(pen, z);
  });
  const key = drawLabels(
    pen,
    layers
      .map(({ name }, level) => {
        const from = iso([0, side, level * gap - 5]);
        return { words: name, from, to: [-350, from[1]] as const };
      })
      .reverse(),
  );
  return {
    viewBox: '-350 -580 560 836',
    label: `Six layers: ${layers.map(({ name }) => name).join(', ')}`,
    markup: pen.markup(),
    key,
  };
}
