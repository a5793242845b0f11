import type { Drawing } from '../drawing';
import { wordsOrLetter } from '../label';
import { createPen, type Pen } from '../pen';

const width = 232;
const pitch = 290;
const switches = { y: 264, height: 72, pitch: 280, first: 80 };
const lanesEach = 2;

/**
 * The lanes between a GPU of the upper row and a switch. They leave the GPU in the order of the switches and arrive
 * at the switch in the order of the GPUs.
 */
function lane(gpu: number, toSwitch: number, n: number): string {
  const from = gpu * pitch + 32 + (toSwitch * lanesEach + n) * 24;
  const to = switches.first + toSwitch * switches.pitch + 9 + (gpu * lanesEach + n) * 12;
  return `M${from} 120c0 72 ${to - from} 72 ${to - from} 144`;
}

const four = [0, 1, 2, 3];
const isBright = (gpu: number, n: number) => gpu === 0 && n === 1;

function gpu(pen: Pen, index: number, y: number) {
  const x = (index % 4) * pitch;
  const isCore = index === 0 || index === 7;
  pen.part(isCore ? 'topology-core' : 'topology-gpu', [x, y], () => {
    pen.rect('top', x, y, width, 120);
    for (const row of four) for (const side of [16, 186]) pen.rect('left', x + side, y + 14 + row * 24, 30, 18);
    for (const die of [14, 61]) pen.rect(isCore ? 'core-top' : 'sky', x + 58, y + die, 116, 43);
  });
  pen.text('bold', [x, index < 4 ? y - 12 : y + 128], `GPU ${index}`, index < 4 ? undefined : 'below');
}

/** The bright lanes are drawn separately. The lower half is the upper one, rotated. */
function lanes(pen: Pen) {
  const all = four.flatMap((from) => four.flatMap((to) => [0, 1].map((n) => ({ from, to, n }))));
  const pick = (bright: boolean) =>
    all
      .filter(({ from, n }) => isBright(from, n) === bright)
      .map(({ from, to, n }) => lane(from, to, n))
      .join('');
  const turned = `transform="rotate(180 ${(3 * pitch + width) / 2} 300)"`;
  pen.raw(`<path id="topology-lanes" class="detail" d="${pick(false)}"/><use href="#topology-lanes" ${turned}/>`);
  pen.raw(`<path id="topology-bright" class="hot" d="${pick(true)}"/><use href="#topology-bright" ${turned}/>`);
}

export default function topology(): Drawing {
  const pen = createPen();
  lanes(pen);
  for (const index of four) {
    gpu(pen, index, 0);
    gpu(pen, index + 4, 480);
    const x = switches.first + index * switches.pitch;
    pen.rect('top', x, switches.y, 102, switches.height);
    pen.text('', [x + 51, 305], wordsOrLetter('NVSwitch', 0), 'middle');
  }
  return {
    shape: 'wide',
    viewBox: `-1 -42 ${3 * pitch + width + 2} 682`,
    label: 'Eight GPUs, each linked to every NVSwitch, so that any GPU reaches any other through one switch',
    markup: pen.markup(),
    key: ['NVSwitch'],
  };
}
