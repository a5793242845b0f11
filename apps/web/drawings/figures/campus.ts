import type { Drawing } from '../drawing';
import { drawLabels } from '../label';
import { createPen, iso, type Pen } from '../pen';
import { box, boxPart, core, plate, run } from '../solid';

const side = 230;
const pitch = 268;
const lane = 330;
const ground = 10;

type Plot = { name: string; draw: (pen: Pen, x: number, y: number) => void };

const z = ground;

const dedicated: Plot = {
  name: 'Dedicated GPU servers',
  draw: (pen, x, y) => {
    box(pen, [x + 45, y + 65, z], [140, 100, 36]);
    for (let n = 0; n < 8; n++) plate(pen, 'detail', [x + 56 + (n % 4) * 32, y + 76 + (n & 4) * 10, z + 36], [24, 32]);
  },
};

const clusters: Plot = {
  name: 'Multi-GPU clusters',
  draw: (pen, x, y) => {
    for (let n = 0; n < 3; n++) run(pen, 'detail', [x + 45 + n * 70, y + 20, z], [x + 45 + n * 70, y + 210, z]);
    for (let row = 0; row < 3; row++) {
      run(pen, 'detail', [x + 20, y + 45 + row * 70, z], [x + 210, y + 45 + row * 70, z]);
      for (let n = 0; n < 3; n++) boxPart(pen, 'campus-node', [x + 22 + n * 70, y + 22 + row * 70, z], [46, 46, 26]);
    }
  },
};

const rack = (pen: Pen, x: number, y: number) =>
  pen.part('campus-rack', iso([x, y]), () => {
    box(pen, [x, y, z], [34, 50, 92]);
    for (const shelf of [24, 46, 68]) run(pen, 'detail', [x + 5, y + 50, z + shelf], [x + 29, y + 50, z + shelf]);
  });

const enterprise: Plot = {
  name: 'Enterprise solutions',
  draw: (pen, x, y) => {
    for (const row of [40, 130]) {
      for (let n = 0; n < 5; n++) {
        rack(pen, x + 30 + n * 34, y + row);
      }
    }
  },
};

const hpc: Plot = {
  name: 'High-performance computing',
  draw: (pen, x, y) => {
    for (let n = 0; n < 16; n++) {
      const [column, row] = [n % 4, Math.floor(n / 4)];
      const height = 24 + ((column * 2 + row) % 3) * 24;
      boxPart(pen, `campus-hpc-${height}`, [x + 20 + column * 50, y + 20 + row * 50, z], [40, 40, height]);
    }
  },
};

const inference: Plot = {
  name: 'Inference optimization',
  draw: (pen, x, y) => {
    for (let n = 0; n < 6; n++) {
      const to = y + 35 + n * 32;
      run(pen, 'detail', [x + 70, y + 115, z], [x + 120, to, z], [x + 200, to, z]);
      boxPart(pen, 'campus-request', [x + 192, to - 8, z], [16, 16, 8]);
    }
    box(pen, [x + 24, y + 75, z], [70, 80, 44]);
  },
};

const antenna = (pen: Pen, x: number, y: number) =>
  pen.part('campus-edge', iso([x, y]), () => {
    box(pen, [x, y, z], [28, 28, 18]);
    run(pen, 'line', [x + 14, y + 14, z + 18], [x + 14, y + 14, z + 56]);
    plate(pen, 'top', [x + 6, y + 6, z + 56], [16, 16]);
  });

const edge: Plot = {
  name: 'Global edge deployment',
  draw: (pen, x, y) => {
    for (const [dx, dy] of [
      [150, 20],
      [30, 30],
      [84, 104],
      [170, 120],
      [20, 150],
      [110, 180],
    ] as const) {
      antenna(pen, x + dx, y + dy);
    }
  },
};

const rows: Plot[][] = [
  [dedicated, clusters, enterprise],
  [hpc, inference, edge],
];

export default function campus(): Drawing {
  const pen = createPen();
  const place = (row: number, n: number) => ({ x: n * pitch, y: row ? lane : 0 });
  const street = (side + lane) / 2;
  rows.forEach((plots, row) => {
    plots.forEach((plot, n) => {
      const { x, y } = place(row, n);
      box(pen, [x, y], [side, side, ground]);
      plot.draw(pen, x, y);
    });
    if (row) return;
    box(pen, [-20, street - 6], [3 * pitch + 20, 12, 6], core);
    for (let n = 0; n < 3; n++) box(pen, [n * pitch + side / 2 - 5, side, 0], [10, street - 6 - side, 5], core);
  });
  const names = rows.map((plots) => plots.map(({ name }) => name));
  const back = names[0]?.map((words, n) => {
    const from = iso([n * pitch + side, 0, ground]);
    return { words, from, to: [from[0] + 220, from[1] - 64] as const, anchor: 'end' as const };
  });
  const front = names[1]?.map((words, n) => {
    const from = iso([n * pitch, lane + side, 0]);
    return { words, from, to: [from[0] - 220, from[1]] as const };
  });
  const key = drawLabels(pen, [...(back ?? []), ...(front ?? [])]);
  return {
    shape: 'wide',
    viewBox: '-720 -40 1620 720',
    label: `Six plots on one network: ${names.flat().join(', ')}`,
    markup: pen.markup(),
    key,
  };
}
