import type { Pen, Point } from './pen';

const letters = 'ABCDEFGHIJ';
const square = 5;

/**
 * Labels a part of a drawing. Wide screens show the words at the end of a leader line; small ones show a letter there
 * and the words in the key below. `to` is the end of the line; the words are above it, on the side of the part.
 */
export type Label = { words: string; from: Point; to: Point; anchor?: 'end' };

export const wordsOrLetter = (words: string, index: number) =>
  `<tspan class="label">${words}</tspan><tspan class="letter">${letters.charAt(index)}</tspan>`;

export function drawLabels(pen: Pen, labels: Label[]): string[] {
  labels.forEach(({ words, from, to, anchor }, index) => {
    pen.line('line', from, [from[0], to[1]], to);
    pen.rect('core-top', from[0] - square / 2, from[1] - square / 2, square, square);
    pen.text('', [to[0], to[1] - 7], wordsOrLetter(words, index), anchor);
  });
  return labels.map(({ words }) => words);
}
