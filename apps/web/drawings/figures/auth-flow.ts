import type { Drawing } from '../drawing';
import { createPen, type Pen, type Point } from '../pen';

const top = 40;
const height = 320;
const middle = top + height / 2;

const signOns = ['SSO', 'Password', 'Biometric'];
const signOnAt = (n: number) => top + n * 120;

function door(pen: Pen, [x, y]: Point, width: number, tall: number, words: string, second = '') {
  pen.rect('top', x, y, width, tall);
  const middle = x + width / 2;
  const below = second && `<tspan x="${middle}" dy="1.1em">${second}</tspan>`;
  pen.text('bold', [middle, y + tall / 2 + (second ? -4 : 10)], words + below, 'middle');
}

function way(pen: Pen, name: string, [x1, y1]: Point, [x2, y2]: Point) {
  const turn = (x1 + x2) / 2;
  pen.line(name, [x1, y1], [turn, y1], [turn, y2], [x2, y2]);
}

function person(pen: Pen) {
  pen.raw(
    `<circle class="top" cx="56" cy="${middle - 34}" r="26"/><path class="top" d="M8 ${middle + 52}v-14a32 32 0 0 1 32-32h32a32 32 0 0 1 32 32v14z"/>`,
  );
}

const roleAt = (n: number): Point => [706 + (n % 2) * 54, top + Math.floor(n / 2) * 54];

function roles(pen: Pen, mine: number) {
  for (let n = 0; n < 12; n++) {
    const [x, y] = roleAt(n);
    pen.rect(n === mine ? 'core-top' : 'left', x, y, 42, 42);
    pen.rect(n === mine ? 'core-detail' : 'detail', x + 12, y + 12, 18, 18);
  }
}

const gpuAt = (n: number): Point => [960 + (n % 2) * 84, top + Math.floor(n / 2) * 82];

function gpus(pen: Pen, open: number) {
  for (let n = 0; n < 8; n++) {
    const [x, y] = gpuAt(n);
    pen.rect('top', x, y, 68, 66);
    pen.rect(n === open ? 'core-top' : 'sky', x + 16, y + 12, 36, 19);
    pen.rect(n === open ? 'core-top' : 'sky', x + 16, y + 35, 36, 19);
  }
}

export default function authFlow(): Drawing {
  const pen = createPen();
  const mine = 5;
  const factor: Point = [442, middle - 80];
  for (let n = 1; n < 3; n++) {
    way(pen, 'detail', [112, middle], [190, signOnAt(n) + 40]);
    way(pen, 'detail', [350, signOnAt(n) + 40], [factor[0], middle]);
  }
  for (let n = 0; n < 12; n += 2) way(pen, 'detail', [642, middle], [roleAt(n)[0], roleAt(n)[1] + 21]);
  for (let n = 0; n < 8; n += 2) way(pen, 'detail', [806, roleAt(mine)[1] + 21], [gpuAt(n)[0], gpuAt(n)[1] + 33]);
  way(pen, 'hot', [112, middle], [190, signOnAt(0) + 40]);
  way(pen, 'hot', [350, signOnAt(0) + 40], [factor[0], middle]);
  way(pen, 'hot', [642, middle], [roleAt(mine - 1)[0], roleAt(mine)[1] + 21]);
  way(pen, 'hot', [806, roleAt(mine)[1] + 21], [gpuAt(4)[0], gpuAt(4)[1] + 33]);
  person(pen);
  for (const [n, words] of signOns.entries()) door(pen, [190, signOnAt(n)], 160, 80, words);
  door(pen, factor, 200, 160, 'Second', 'factor');
  roles(pen, mine);
  gpus(pen, 4);
  const names: [x: number, words: string][] = [
    [8, 'You'],
    [190, 'Sign on'],
    [442, 'Prove it'],
    [706, 'Role'],
    [960, 'GPU'],
  ];
  for (const [x, words] of names) pen.text('', [x, 20], words);
  return {
    shape: 'wide',
    viewBox: '0 -16 1114 392',
    label: 'From a person through single sign-on, a second factor and one of twelve roles to one of eight GPUs',
    markup: pen.markup(),
  };
}
