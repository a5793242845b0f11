import type { Drawing } from '../drawing';
import { createPen, type Pen } from '../pen';
import { box, core, run } from '../solid';

const [width, depth, thickness, gap] = [210, 280, 5, 54];
const [margin, leading] = [26, 13];
const top = 3;

/** The number of lines of each paragraph, and the length of its last line. */
const paragraphs = [
  [3, 96],
  [4, 124],
  [3, 70],
  [4, 110],
] as const;

function text(pen: Pen, level: number, z: number) {
  run(pen, 'heavy', [margin, 30, z], [margin + 60 + 24 * level, 30, z]);
  let y = 56;
  for (const [lines, last] of paragraphs) {
    for (let line = 1; line <= lines; line++, y += leading) {
      const long = level === top && y > depth - 86 ? 84 : width - 2 * margin;
      if (y < depth - 20)
        run(pen, 'detail', [margin, y, z], [margin + Math.min(long, line === lines ? last : long), y, z]);
    }
    y += leading;
  }
}

function sheet(pen: Pen, level: number) {
  const z = level * gap;
  if (level)
    for (const [x, y] of [
      [0, depth],
      [width, depth],
      [width, 0],
    ] as const)
      run(pen, 'dotted', [x, y, z - gap + thickness], [x, y, z]);
  box(pen, [0, 0, z], [width, depth, thickness]);
  text(pen, level, z + thickness);
}

export default function documents(): Drawing {
  const pen = createPen();
  for (let level = 0; level <= top; level++) sheet(pen, level);
  box(pen, [width - 72, depth - 74, top * gap + thickness], [46, 46, 14], core);
  return {
    viewBox: '-245 -170 430 418',
    label: 'Four documents one above the other; the uppermost bears a seal',
    markup: pen.markup(),
  };
}
