import type { Drawing } from '../drawing';
import { createPen, type Point } from '../pen';

const cell = 20;
const layers = [4, 6, 6, 3];
const ground = 190;

const middle = (layer: number, index: number): Point => [60 + layer * 94, ground - cell / 2 - index * 30];

export default function focusModels(): Drawing {
  const pen = createPen();
  const cells = layers.map((count, layer) => [...Array(count).keys()].map((index) => middle(layer, index)));
  cells.forEach((from, layer) => {
    for (const start of from) for (const end of cells[layer + 1] ?? []) pen.line('detail', start, end);
  });
  cells.forEach((layer, index) => {
    layer.forEach(([x, y], place) => {
      const name = index === layers.length - 1 && place === 1 ? 'core-fill' : 'sky';
      pen.rect(name, x - cell / 2, y - cell / 2, cell, cell);
    });
  });
  return { viewBox: '0 0 400 190', markup: pen.markup() };
}
