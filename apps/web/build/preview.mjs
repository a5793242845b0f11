import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeHtml } from '@novacore/shared/formats';
import { Resvg } from '@resvg/resvg-js';

const fonts = join(import.meta.dirname, 'fonts');
const font = {
  // The site's own font as two fixed cuts: resvg reads neither woff2 nor variable fonts.
  fontFiles: [join(fonts, 'anek-wide.ttf'), join(fonts, 'anek-text.ttf')],
  loadSystemFonts: false,
  defaultFontFamily: 'Anek text',
};
const burst = (await readFile(join(import.meta.dirname, '../src/site/drawings/burst.svg'), 'utf8'))
  .replace(/^<svg[^>]*>|<\/svg>\s*$/g, '')
  .replaceAll('class="ink-fill"', 'fill="#07131f"')
  .replaceAll('class="core-fill"', 'fill="#ff4d1c"');

/** In units of the wide font's mean advance: a line holds what fits next to the drawing. */
const widthOf = (text, size) => text.length * size * 0.68;

function wrap(text, size, maxWidth) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1)} ${word}`.trim();
    if (lines.at(-1) && widthOf(line, size) > maxWidth) lines.push(word);
    else lines[lines.length - 1] = line;
  }
  return lines;
}

/** The largest size at which the title takes at most three lines, none of them too long. */
function setTitle(title) {
  const fits = (size) => {
    const lines = wrap(title, size, 760);
    return lines.length <= 3 && lines.every((line) => widthOf(line, size) <= 800);
  };
  const size = [104, 92, 80, 70, 60, 52].find(fits) ?? 46;
  return { size, lines: wrap(title, size, 760) };
}

/** The menu of a page; for other pages the site's name, unless the title is the same. */
function captionOf(title, group) {
  const site = 'GPU cloud and AI infrastructure';
  if (group && group !== 'Direct') return group;
  return title === site ? 'In India and the US' : site;
}

function svgOf({ title, group, sky }) {
  const { size, lines } = setTitle(title);
  const text = lines.map((line, index) => `<tspan x="72" dy="${index && size}">${escapeHtml(line)}</tspan>`).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">
<rect width="1200" height="630" fill="${sky ? '#a3dbfa' : '#fff'}"/>
<g transform="translate(690 -20) scale(1.6)">${burst}</g>
<text x="72" y="104" font-family="Anek wide" font-size="34" letter-spacing="-1" fill="#07131f">NovaCore</text>
<text x="72" y="${540 - size * (lines.length - 1)}" font-family="Anek wide" font-size="${size}" letter-spacing="${-size * 0.03}" fill="#07131f">${text}</text>
<text x="74" y="588" font-family="Anek text" font-size="26" fill="#3f4f5d">${escapeHtml(captionOf(title, group))}</text>
</svg>`;
}

/** A link preview, 1200 × 630. @returns PNG bytes. */
export function drawPreview(preview) {
  const svg = svgOf(preview);
  return new Resvg(svg, { font, fitTo: { mode: 'original' } }).render().asPng();
}

/** The mark for home screens, and for search engines, which read no favicon of a `data:` address. @returns PNG, 180 × 180. */
export async function drawTouchIcon() {
  const svg = (await lightMark()).replace('viewBox="0 0 32 32"', 'viewBox="-6 -6 44 44"');
  return new Resvg(svg, { background: '#fff', fitTo: { mode: 'width', value: 180 } }).render().asPng();
}

const faviconSize = 32;

/** `/favicon.ico`, which some programs ask for whatever the page says. @returns an ICO file that holds one PNG */
export async function drawFavicon() {
  const png = new Resvg(await lightMark(), { fitTo: { mode: 'width', value: faviconSize } }).render().asPng();
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // an icon
  header.writeUInt16LE(1, 4); // with one image
  header.writeUInt8(faviconSize, 6);
  header.writeUInt8(faviconSize, 7);
  header.writeUInt16LE(1, 10); // colour planes
  header.writeUInt16LE(32, 12); // bits per pixel
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

/** The mark in its light colours: these images follow no colour scheme. */
async function lightMark() {
  const mark = await readFile(join(import.meta.dirname, '../src/ui/mark.svg'), 'utf8');
  return mark.replace(/@media.*(?=<\/style>)/, '');
}
