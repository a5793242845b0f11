import type { Drawing } from '../drawing';
import { createPen } from '../pen';

const [pitch, cell, ground] = [44, 22, 190];
const gpus = [...Array(8).keys()];
const middle = (gpu: number) => 46 + gpu * pitch;

const arc = (from: number, to: number) => {
  const radius = ((to - from) * pitch) / 2;
  return `M${middle(from)} ${ground - cell}a${radius} ${radius} 0 0 1 ${2 * radius} 0`;
};

export default function focusSystems(): Drawing {
  const pen = createPen();
  const arcs = gpus.flatMap((from) => gpus.filter((to) => to > from).map((to) => arc(from, to)));
  pen.raw(`<path class="detail" d="${arcs.join('')}"/>`);
  for (const gpu of gpus) pen.rect(gpu === 0 ? 'core-fill' : 'sky', middle(gpu) - cell / 2, ground - cell, cell, cell);
  return { viewBox: '0 0 400 190', markup: pen.markup() };
}
