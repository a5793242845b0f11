import type { Drawing } from '../drawing';
import { createPen, type Pen } from '../pen';
import { boxPart, core, plain } from '../solid';

const side = 13;
const pitch = 16;
const sides = [...Array(side).keys()];

/** A negative height makes a dip. */
const bump = (x: number, y: number, height: number, width: number) => height * Math.exp(-(x * x + y * y) / width);

/** The loss has a valley off the centre. Both coordinates go from -1 to 1. */
function loss(x: number, y: number): number {
  const slope = (from: number) => from ** 2 * (from > 0 ? 0.4 : 0.8);
  const valley = 60 * (slope(x - 0.42) + slope(y - 0.42));
  const hills =
    bump(x + 0.45, y - 0.25, 30, 0.09) + bump(x - 0.35, y + 0.55, 26, 0.06) + bump(x + 0.5, y + 0.45, -22, 0.06);
  return valley + hills + 3.5 * Math.sin(5 * x + 1) * Math.cos(4 * y) + 12;
}

const scaled = (index: number) => (index / (side - 1)) * 2 - 1;
const surface = sides.map((x) => sides.map((y) => Math.max(4, Math.round(loss(scaled(x), scaled(y)) / 4) * 4)));
const heightAt = (x: number, y: number) => surface[x]?.[y] ?? Number.POSITIVE_INFINITY;

/** Goes from the far corner to the lowest neighbour until no neighbour is lower. */
function descend(x: number, y: number): string[] {
  const neighbours = [
    [x + 1, y],
    [x, y + 1],
    [x - 1, y],
    [x, y - 1],
  ] as const;
  const [next] = neighbours.toSorted(([ax, ay], [bx, by]) => heightAt(ax, ay) - heightAt(bx, by));
  const here = `${x} ${y}`;
  return next && heightAt(...next) < heightAt(x, y) ? [here, ...descend(...next)] : [here];
}

const steps = new Set(descend(1, 0));

/** Only the part above both nearer neighbours is visible. */
function column(pen: Pen, x: number, y: number) {
  const height = heightAt(x, y);
  const isRim = x === side - 1 || y === side - 1;
  const hidden = isRim ? 0 : Math.min(heightAt(x + 1, y), heightAt(x, y + 1), height);
  const faces = steps.has(`${x} ${y}`) ? core : plain;
  const id = `descent-${faces[0]}${height - hidden}`;
  boxPart(pen, id, [x * pitch, y * pitch, hidden], [pitch, pitch, height - hidden], faces);
}

export default function descent(): Drawing {
  const pen = createPen();
  for (let diagonal = 0; diagonal < 2 * side - 1; diagonal++)
    for (const x of sides) if (diagonal - x >= 0 && diagonal - x < side) column(pen, x, diagonal - x);
  return {
    viewBox: '-184 -188 368 400',
    label: 'A surface of square columns; a bright row of them steps down from the far corner to the lowest place',
    markup: pen.markup(),
  };
}
