import type { Drawing } from '../drawing';
import { createPen, type Pen } from '../pen';

const ground = 300;
const plot = 236;

function hospital(pen: Pen, x: number) {
  pen.rect('top', x, ground - 120, 60, 120);
  pen.rect('top', x + 130, ground - 120, 60, 120);
  pen.rect('top', x + 50, ground - 190, 90, 190);
  pen.raw(`<path class="sky" d="M${x + 87} ${ground - 172}h16v16h16v16h-16v16h-16v-16h-16v-16h16z"/>`);
  for (const wing of [12, 142]) {
    for (let n = 0; n < 6; n++)
      pen.rect('detail', x + wing + (n % 2) * 22, ground - 104 + Math.floor(n / 2) * 34, 14, 18);
  }
  pen.rect('left', x + 82, ground - 44, 26, 44);
}

function bank(pen: Pen, x: number) {
  pen.face('left', [x, ground - 124], [x + 95, ground - 184], [x + 190, ground - 124]);
  pen.rect('top', x + 6, ground - 124, 178, 14);
  for (let n = 0; n < 6; n++) pen.rect('top', x + 16 + n * 29, ground - 110, 14, 86);
  pen.rect('top', x, ground - 24, 190, 12);
  pen.rect('top', x - 8, ground - 12, 206, 12);
}

function registry(pen: Pen, x: number) {
  pen.rect('top', x, ground - 168, 190, 168);
  for (let row = 0; row < 4; row++) {
    pen.line('line', [x, ground - 126 + row * 42], [x + 190, ground - 126 + row * 42]);
    for (let n = 0; n < 13; n++) {
      const tall = 22 + ((n * 5 + row * 3) % 4) * 4;
      pen.rect(n % 3 ? 'detail' : 'left', x + 6 + n * 14, ground - 126 + row * 42 - tall, 9, tall);
    }
  }
}

function factory(pen: Pen, x: number) {
  pen.rect('top', x + 158, ground - 210, 22, 210);
  pen.rect('left', x + 154, ground - 210, 30, 10);
  const teeth = [0, 1, 2].flatMap((n) => [
    [x + n * 50, ground - 96] as const,
    [x + n * 50, ground - 142] as const,
    [x + n * 50 + 50, ground - 96] as const,
  ]);
  pen.face('top', [x, ground], ...teeth, [x + 190, ground - 96], [x + 190, ground]);
  for (let n = 0; n < 5; n++) pen.rect('left', x + 14 + n * 34, ground - 74, 24, 30);
}

function studio(pen: Pen, x: number) {
  pen.rect('top', x, ground - 176, 190, 128);
  pen.rect('left', x + 12, ground - 164, 166, 104);
  pen.face('top', [x + 78, ground - 138], [x + 78, ground - 86], [x + 122, ground - 112]);
  pen.rect('top', x + 82, ground - 48, 26, 36);
  pen.rect('top', x + 40, ground - 12, 110, 12);
}

function node(pen: Pen) {
  const middle = 2 * plot + 95;
  for (let n = 0; n < 5; n++) {
    const x = n * plot + 95;
    const y = ground + 26 + Math.abs(n - 2) * 12;
    pen.line('line', [x, ground], [x, y], [middle + (n - 2) * 28, y], [middle + (n - 2) * 28, ground + 74]);
    pen.rect('ink-fill', x - 3, ground - 3, 6, 6);
  }
  pen.rect('top', middle - 110, ground + 74, 220, 84);
  for (let n = 0; n < 8; n++)
    pen.rect('core-top', middle - 98 + (n % 4) * 51, ground + 84 + Math.floor(n / 4) * 34, 43, 27);
}

export default function street(): Drawing {
  const pen = createPen();
  node(pen);
  for (const [n, front] of [hospital, bank, registry, factory, studio].entries()) front(pen, n * plot);
  pen.line('heavy', [-14, ground], [4 * plot + 204, ground]);
  return {
    shape: 'wide',
    viewBox: `-14 84 ${4 * plot + 218} 378`,
    label:
      'A street with a hospital, a bank, a registry, a factory and a studio, all wired to one node of eight GPUs below the pavement',
    markup: pen.markup(),
  };
}
