import type { Drawing } from '../drawing';
import { createPen, type Pen, type Point } from '../pen';

const pitch = 200;
const width = 140;
const height = 84;

/** Clockwise from the top left. */
const stations: { name: string; at: Point }[] = [
  { name: 'Collect', at: [0, 0] },
  { name: 'Clean', at: [1, 0] },
  { name: 'Train', at: [2, 0] },
  { name: 'Tune', at: [2, 1] },
  { name: 'Test', at: [2, 2] },
  { name: 'Deploy', at: [1, 2] },
  { name: 'Serve', at: [0, 2] },
  { name: 'Learn', at: [0, 1] },
];

const middle = ([column, row]: Point): Point => [column * pitch + width / 2, row * 180 + height / 2];

function arrow(pen: Pen, [x1, y1]: Point, [x2, y2]: Point) {
  const [dx, dy] = [Math.sign(x2 - x1), Math.sign(y2 - y1)];
  const start: Point = [x1 + (dx * width) / 2, y1 + (dy * height) / 2];
  const tip: Point = [x2 - (dx * width) / 2, y2 - (dy * height) / 2];
  pen.line('heavy', start, tip);
  pen.line('heavy', [tip[0] - dx * 9 - dy * 7, tip[1] - dy * 9 - dx * 7], tip, [
    tip[0] - dx * 9 + dy * 7,
    tip[1] - dy * 9 + dx * 7,
  ]);
}

export default function modelLoop(): Drawing {
  const pen = createPen();
  const [cx, cy] = middle([1, 1]);
  stations.forEach(({ at }, n) => {
    const from = middle(at);
    pen.line('detail', from, [cx, cy]);
    arrow(pen, from, middle(stations[(n + 1) % stations.length]?.at ?? at));
  });
  for (const { name, at } of stations) {
    const [x, y] = middle(at);
    pen.rect('top', x - width / 2, y - height / 2, width, height);
    pen.text('bold', [x, y + 6], name, 'middle');
  }
  pen.rect('core-top', cx - width / 2, cy - height / 2, width, height);
  pen.raw(`<text class="bold on-core" x="${cx}" y="${cy + 6}" text-anchor="middle">Model</text>`);
  return {
    shape: 'loop',
    viewBox: `-2 -2 ${2 * pitch + width + 4} ${360 + height + 4}`,
    label: `A loop around a model: ${stations.map(({ name }) => name).join(', ')}, and again`,
    markup: pen.markup(),
  };
}
