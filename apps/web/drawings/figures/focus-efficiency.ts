import type { Drawing } from '../drawing';
import { createPen } from '../pen';

const cell = 24;
const block = [...Array(9).keys()];

export default function focusEfficiency(): Drawing {
  const pen = createPen();
  pen.face('top', [280, 122], [308, 190], [252, 190]);
  pen.raw('<g transform="rotate(-11 280 120)">');
  pen.rect('top', 20, 116, 360, 8);
  for (const n of block) pen.rect('sky', 304 + (n % 3) * cell, 116 - cell * (1 + Math.floor(n / 3)), cell, cell);
  pen.rect('core-fill', 26, 116 - cell, cell, cell);
  pen.raw('</g>');
  return { viewBox: '0 0 400 190', markup: pen.markup() };
}
