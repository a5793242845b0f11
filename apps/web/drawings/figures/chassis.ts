import { claim } from '../../src/site/claims';
import type { Drawing } from '../drawing';
import { drawLabels } from '../label';
import { createPen, iso, type Pen } from '../pen';
import { box, core, plain, plate, run } from '../solid';

const width = 440;
const length = 720;
const height = 136;
const floor = 44;

function rear(pen: Pen) {
  for (let n = 0; n < 4; n++) {
    const y = 10 + n * 66;
    pen.part('chassis-supply', iso([0, y]), () => {
      box(pen, [10, y, floor], [112, 58, 44]);
      plate(pen, 'detail', [24, y + 10, floor + 44], [84, 38]);
    });
  }
  for (let n = 0; n < 4; n++) {
    const y = 278 + n * 40;
    pen.part('chassis-card', iso([0, y]), () => box(pen, [10, y, floor], [112, 14, 62]));
  }
}

function gpu(pen: Pen, x: number, y: number, isCore: boolean) {
  pen.part(isCore ? 'chassis-core' : 'chassis-gpu', iso([x, y]), () => {
    box(pen, [x, y, floor], [112, 92, 22]);
    box(pen, [x + 12, y + 10, floor + 22], [88, 72, 14], isCore ? core : plain);
    plate(pen, isCore ? 'core-detail' : 'detail', [x + 24, y + 20, floor + 36], [64, 52]);
  });
}

function gpus(pen: Pen) {
  for (let n = 0; n < 4; n++) gpu(pen, 140, 12 + n * 106, false);
  const z = floor + 10;
  run(pen, 'cold thin', [262, 0, z], [262, width - 16, z]);
  run(pen, 'warm thin', [272, 0, z], [272, width - 16, z]);
  for (let n = 0; n < 4; n++) {
    const y = 46 + n * 106;
    run(pen, 'cold thin', [252, y, z], [262, y, z]);
    run(pen, 'warm thin', [272, y + 20, z], [282, y + 20, z]);
  }
  for (let n = 0; n < 4; n++) gpu(pen, 284, 12 + n * 106, n === 2);
}

function memory(pen: Pen) {
  const bank = (from: number) => {
    pen.part('chassis-bank', iso([0, from]), () => {
      for (let n = 0; n < 6; n++) box(pen, [424, from + n * 12, floor], [152, 4, 40]);
    });
  };
  const processor = (y: number) =>
    pen.part('chassis-processor', iso([0, y]), () => {
      box(pen, [464, y, floor], [72, 56, 16]);
      plate(pen, 'detail', [476, y + 10, floor + 16], [48, 36]);
    });
  bank(8);
  processor(88);
  bank(152);
  bank(230);
  processor(306);
  bank(368);
}

function drives(pen: Pen) {
  box(pen, [600, 0, 0], [length - 600, width, height]);
  plate(pen, 'detail', [612, 12, height], [96, width - 24]);
  const at = (y: number, z: number) => iso([length, y, z]);
  for (let n = 0; n < 17; n++) {
    const y = 16 + n * 24;
    pen.face('left', at(y, 120), at(y + 16, 120), at(y + 16, 48), at(y, 48));
  }
  for (let n = 0; n < 34; n++) pen.line('detail', at(16 + n * 12, 34), at(16 + n * 12, 14));
}

function lid(pen: Pen) {
  const z = height + 48;
  run(pen, 'dotted', [0, 0, z], [600, 0, z], [600, width, z], [0, width, z], [0, 0, z]);
  for (const [x, y] of [
    [0, width],
    [600, width],
    [600, 0],
    [0, 0],
  ] as const)
    run(pen, 'dotted', [x, y, z], [x, y, floor]);
}

function ruler(pen: Pen) {
  const [x, bottom] = iso([length, 0]);
  const top = bottom - height;
  pen.line('line', [x + 6, top], [x + 48, top]);
  pen.line('line', [x + 6, bottom], [x + 48, bottom]);
  pen.line('line', [x + 36, top - 8], [x + 36, bottom + 8]);
  pen.text('bold', [x + 46, (top + bottom) / 2 + 5], claim('dgxHeight'));
}

const left = -510;
const right = 736;

export default function chassis(): Drawing {
  const pen = createPen();
  box(pen, [0, 0, 0], [600, width, floor]);
  rear(pen);
  gpus(pen);
  memory(pen);
  drives(pen);
  lid(pen);
  ruler(pen);
  const level = (from: readonly [number, number], x: number) => ({ from, to: [x, from[1]] as const });
  const key = drawLabels(pen, [
    { words: `${claim('dgxPower')} power`, ...level(iso([10, 60, floor + 24]), left) },
    { words: `${claim('dgxNetwork')} network`, ...level(iso([10, 405, floor + 50]), left) },
    { words: `${claim('dgxConfiguration')}`, ...level(iso([140, 422, floor + 12]), left) },
    { words: 'Coolant', ...level(iso([266, width - 16, floor + 10]), left) },
    { words: `${claim('dgxMemory')} memory`, ...level(iso([440, 8, floor + 40]), right), anchor: 'end' as const },
    {
      words: `${claim('dgxStorage')} NVMe`,
      from: iso([length, 194, 84]),
      to: [right, 520] as const,
      anchor: 'end' as const,
    },
  ]);
  return {
    shape: 'wide',
    viewBox: `${left} -190 ${right - left} 780`,
    label: `An 8-GPU server with its lid off: power and network at the rear, eight liquid-cooled GPUs, two processors with memory, drives in front`,
    markup: pen.markup(),
    key,
  };
}
