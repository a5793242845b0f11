import type { DrawingName } from './drawing-name';

const files = import.meta.glob<string>('./*.svg', { query: '?raw', import: 'default', eager: true });

/** A drawing, as SVG. */
export function drawingMarkup(name: DrawingName): string {
  const svg = files[`./${name}.svg`];
  if (!svg) throw new Error(`There is no drawing ${name}.`);
  return svg;
}
