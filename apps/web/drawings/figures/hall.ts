import type { Drawing } from '../drawing';
import { createPen, iso, type Pen } from '../pen';
import { box, core, plain, run } from '../solid';

const aisles = 4;
const racks = 17;
const foot = 40;
const deep = 62;
const tall = 124;

const rack = (pen: Pen, x: number, y: number, isCore: boolean) =>
  pen.part(isCore ? 'hall-yours' : 'hall-rack', iso([x, y]), () => drawRack(pen, x, y, isCore));

function drawRack(pen: Pen, x: number, y: number, isCore: boolean) {
  box(pen, [x, y], [foot, deep, tall], isCore ? core : plain);
  const front = y + deep;
  const detail = isCore ? 'core-detail' : 'detail';
  pen.face(
    detail,
    iso([x + 5, front, tall - 6]),
    iso([x + foot - 5, front, tall - 6]),
    iso([x + foot - 5, front, 6]),
    iso([x + 5, front, 6]),
  );
  for (let shelf = 1; shelf < 6; shelf++)
    run(pen, detail, [x + 5, front, shelf * 20], [x + foot - 5, front, shelf * 20]);
}

export default function hall(): Drawing {
  const pen = createPen();
  for (let aisle = 0; aisle < aisles; aisle++) {
    const y = aisle * 148;
    for (let n = 0; n < racks; n++) rack(pen, n * foot, y, aisle === 2 && n === 9);
    run(pen, 'detail', [0, y + deep + 16], [racks * foot + 40, y + deep + 16]);
  }
  return {
    shape: 'wide',
    viewBox: '-470 -130 1120 740',
    label: 'Four rows of racks in a hall, one rack marked',
    markup: pen.markup(),
  };
}
