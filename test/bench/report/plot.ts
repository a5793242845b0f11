import type { Plot } from '../part';

const width = 720;
const labelWidth = 250;
const barHeight = 22;
const gap = 8;
const top = 44;

const colours = { ours: '#2f6fed', limit: '#8a94a6', other: '#c9a227' };
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const shown = (value: number) => (value >= 100 ? Math.round(value).toLocaleString('en-IN') : value.toFixed(1));

function bar({ label, value, kind = 'other' }: Plot['bars'][number], index: number, most: number, unit: string) {
  const y = top + index * (barHeight + gap);
  const length = Math.max(2, (value / most) * (width - labelWidth - 120));
  const middle = y + barHeight / 2 + 4;
  return [
    `<text x="${labelWidth - 10}" y="${middle}" text-anchor="end">${escaped(label)}</text>`,
    `<rect x="${labelWidth}" y="${y}" width="${length.toFixed(1)}" height="${barHeight}" rx="2" fill="${colours[kind]}"/>`,
    `<text x="${(labelWidth + length + 8).toFixed(1)}" y="${middle}">${shown(value)} ${escaped(unit)}</text>`,
  ].join('');
}

/** Bars beside one another, as SVG, on a ground of their own: readable on light and dark pages. */
export function drawPlot({ title, unit, bars }: Plot): string {
  const height = top + bars.length * (barHeight + gap) + 12;
  const most = Math.max(...bars.map(({ value }) => value));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}" font-family="system-ui, sans-serif" font-size="13" fill="#1b2333">`,
    `<rect width="${width}" height="${height}" rx="8" fill="#f6f8fb"/>`,
    `<text x="16" y="26" font-size="15" font-weight="600">${escaped(title)}</text>`,
    ...bars.map((each, index) => bar(each, index, most, unit)),
    '</svg>\n',
  ].join('\n');
}
