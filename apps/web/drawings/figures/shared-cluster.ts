import type { Drawing } from '../drawing';
import { createPen, type Pen, type Point } from '../pen';

const pitch = 60;
const cell = 44;

type Area = { x: number; y: number; width: number; height: number };

/** Areas of the 8 by 8 cluster. All three meet in one cell. */
const teams: { name: string; area: Area; at: Point }[] = [
  { name: 'Team A', area: { x: 0, y: 0, width: 5, height: 5 }, at: [0, -10] },
  { name: 'Team B', area: { x: 4, y: 2, width: 4, height: 4 }, at: [490, 142] },
  { name: 'Team C', area: { x: 2, y: 4, width: 3, height: 4 }, at: [120, 502] },
];

const holds = ({ x, y, width, height }: Area, column: number, row: number) =>
  column >= x && column < x + width && row >= y && row < y + height;

function outline(pen: Pen, { x, y, width, height }: Area, inset: number) {
  pen.rect('heavy', x * pitch + inset, y * pitch + inset, width * pitch - 2 * inset, height * pitch - 2 * inset);
}

export default function sharedCluster(): Drawing {
  const pen = createPen();
  for (let row = 0; row < 8; row++) {
    for (let column = 0; column < 8; column++) {
      const users = teams.filter(({ area }) => holds(area, column, row)).length;
      const face = ['top', 'left', 'sky', 'core-top'][users] ?? 'top';
      pen.rect(face, column * pitch + 8, row * pitch + 8, cell, cell);
      pen.rect(face === 'core-top' ? 'core-detail' : 'detail', column * pitch + 18, row * pitch + 18, 24, 24);
    }
  }
  for (const [n, { area }] of teams.entries()) outline(pen, area, n);
  for (const { name, at } of teams) pen.text('bold', at, name);
  return {
    viewBox: '-4 -30 584 540',
    label: 'Sixty-four GPUs in a square; three teams overlap in one of them',
    markup: pen.markup(),
  };
}
