import map from '../../src/site/drawings/map.svg?raw';
import type { Drawing } from '../drawing';
import { createPen, type Point } from '../pen';

/** One cell is 2.5 degrees and ten units wide. The corner is at 168 degrees west and 73 north. */
const land = /class="land" d="([^"]+)"/.exec(map)?.[1] ?? '';
const cell = 10;

const column = (longitude: number) => Math.floor((longitude + 168) / 2.5);
const row = (latitude: number) => Math.floor((73 - latitude) / 2.5);

/** The cells of the two countries, row by row from the north. */
const india: [latitude: number, from: number, to: number][] = [
  [34, 74, 78],
  [31.5, 75, 79],
  [29, 73, 80],
  [26.5, 70, 94],
  [24, 70, 91],
  [21.5, 71, 86],
  [19, 73, 84],
  [16.5, 74, 81],
  [14, 75, 80],
  [11.5, 76, 79],
  [9, 77, 78],
];
const us: typeof india = [
  [48, -123, -96],
  [45.5, -123, -70],
  [43, -123, -72],
  [40.5, -123, -74],
  [38, -122, -76],
  [35.5, -120, -77],
  [33, -117, -80],
  [30.5, -105, -82],
  [28, -99, -81],
];

export default function regions(): Drawing {
  const pen = createPen();
  const fill = (name: string, rows: typeof india) => {
    for (const [latitude, from, to] of rows) {
      for (let n = column(from); n <= column(to); n++) pen.rect(name, n * cell, row(latitude) * cell + 0.5, 7, 7);
    }
  };
  pen.raw(`<path class="land" d="${land}"/>`);
  pen.raw('<g stroke="none">');
  fill('ink-fill', us);
  fill('core-top', india);
  pen.raw('</g>');
  const [west, east]: Point[] = [
    [column(-76) * cell, row(39) * cell],
    [column(76) * cell, row(21) * cell],
  ];
  for (const high of [150, 190, 230]) {
    pen.raw(
      `<path class="hot" d="M${west?.join(' ')}C${(west?.[0] ?? 0) + 170} ${(west?.[1] ?? 0) - high} ${(east?.[0] ?? 0) - 170} ${(east?.[1] ?? 0) - high} ${east?.join(' ')}"/>`,
    );
  }
  pen.text('bold', [column(-124) * cell - 8, row(37) * cell], 'US', 'end');
  pen.text('bold', [column(83) * cell + 8, row(14) * cell], 'India');
  return {
    shape: 'wide',
    viewBox: '0 -60 1380 590',
    label: 'World map in cells, with India and the US filled in and joined',
    markup: pen.markup(),
  };
}
