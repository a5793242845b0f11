import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';

/** The mark for home screens, and for search engines, which read no favicon of a `data:` address. @returns PNG, 180 × 180. */
export async function drawTouchIcon() {
  const mark = await readFile(join(import.meta.dirname, '../src/ui/mark.svg'), 'utf8');
  const svg = mark.replace('viewBox="0 0 32 32"', 'viewBox="-6 -6 44 44"').replace(/@media.*(?=<\/style>)/, '');
  return new Resvg(svg, { background: '#fff', fitTo: { mode: 'width', value: 180 } }).render().asPng();
}
