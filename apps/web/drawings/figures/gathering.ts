import type { Drawing } from '../drawing';
import { createPen } from '../pen';
import { boxPart, core, plain } from '../solid';

const reach = 7;
const pitch = 48;
const size = 32;

/** Blocks are highest along eight directions from the core. */
function height(dx: number, dy: number): number {
  const far = Math.max(Math.abs(dx), Math.abs(dy));
  const offAxis = Math.min(Math.abs(dx), Math.abs(dy));
  const offDiagonal = Math.abs(Math.abs(dx) - Math.abs(dy));
  return 150 * Math.max(1 - far / 8 - offAxis * 0.17, 0.8 - far / 7 - offDiagonal * 0.2, 0);
}

/** The far and the near corner of the square are left out. */
const inSight = (x: number, y: number) => Math.abs(x + y) <= 9;

export default function gathering(): Drawing {
  const pen = createPen();
  for (let y = -reach; y <= reach; y++) {
    for (let x = -reach; x <= reach; x++) {
      if (!inSight(x, y)) continue;
      const isCore = !x && !y;
      const up = isCore ? 176 : Math.round(height(x, y) / 8) * 8;
      const id = `gathering-${isCore ? 'core' : up}`;
      boxPart(pen, id, [x * pitch, y * pitch], [size, size, Math.max(up, 4)], isCore ? core : plain);
    }
  }
  return {
    shape: 'wide',
    viewBox: '-608 -226 1216 482',
    label: 'A field of GPUs that rises toward the one in its middle',
    markup: pen.markup(),
  };
}
