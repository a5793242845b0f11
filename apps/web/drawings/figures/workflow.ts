import type { Drawing } from '../drawing';
import { createPen, type Pen, type Point } from '../pen';

const ground = 300;
const station = 236;
const name = (pen: Pen, n: number, words: string) => pen.text('bold', [n * station + 6, ground + 40], words);

/** Data arrives as a staircase of cells. */
function courses(pen: Pen): Point[] {
  const steps = [1, 2, 3, 4];
  for (const height of steps) {
    for (let row = 0; row < height; row++) {
      pen.rect('left', 34 + (height - 1) * 46 + 6, ground - (row + 1) * 34 + 7, 34, 20);
    }
  }
  return steps.flatMap((height): Point[] => [
    [34 + (height - 1) * 46, ground - height * 34],
    [34 + height * 46, ground - height * 34],
  ]);
}

/** The loss falls during a training run. */
const loss = (): Point[] =>
  Array.from({ length: 41 }, (_, n): Point => {
    const t = n / 40;
    return [station + 24 + t * 190, ground - 12 - 150 * Math.exp(-3.2 * t) - (n % 2 ? 12 * Math.exp(-2.5 * t) : 0)];
  });

/** A model that fails goes back over the top. */
function gate(pen: Pen) {
  const x = 2 * station + 84;
  pen.line('dotted', [x + 36, ground - 84], [x + 36, 40], [station - 20, 40], [station - 20, ground - 146]);
  pen.line('line', [station - 27, ground - 158], [station - 20, ground - 146], [station - 13, ground - 158]);
  pen.rect('core-top', x, ground - 84, 72, 72);
  pen.raw(`<path class="heavy on-core" d="m${x + 20} ${ground - 48}l12 13 22-27"/>`);
  return x;
}

/** One pulse is an answered request. */
function pulses(pen: Pen): Point[] {
  const start = 4 * station + 6;
  return Array.from({ length: 7 }, (_, n) => n).flatMap((n): Point[] => {
    const x = start + n * 34;
    pen.rect('left', x + 5, ground - 118, 10, 106);
    return [
      [x, ground - 12],
      [x, ground - 124],
      [x + 20, ground - 124],
      [x + 20, ground - 12],
    ];
  });
}

/** The first copies are already in place. */
function copies(pen: Pen) {
  for (let n = 0; n < 8; n++) {
    const [x, y] = [3 * station + 24 + (n % 4) * 46, ground - 118 + Math.floor(n / 4) * 52];
    pen.rect(n < 5 ? 'sky' : 'top', x, y, 36, 42);
    pen.rect('detail', x + 9, y + 11, 18, 20);
  }
}

export default function workflow(): Drawing {
  const pen = createPen();
  const stairs = courses(pen);
  const end = pulses(pen);
  copies(pen);
  const curve = loss();
  const x = gate(pen);
  pen.line('heavy', [0, ground], [34, ground], ...stairs, [station + 24, ground - 136], ...curve, [x, ground - 18]);
  pen.line('heavy', [x + 72, ground - 12], ...end, [5 * station + 60, ground - 12]);
  for (const [n, words] of ['Data', 'Train', 'Check', 'Deploy', 'Serve'].entries()) name(pen, n, words);
  for (let n = 0; n < 5; n++) pen.line('line', [n * station, ground + 16], [n * station, ground + 40]);
  pen.line('line', [0, ground + 16], [5 * station + 60, ground + 16]);
  return {
    shape: 'wide',
    viewBox: `-1 30 ${5 * station + 62} 322`,
    label:
      'One line through five stations, data, train, check, deploy and serve, with a way back from the check to the data',
    markup: pen.markup(),
  };
}
