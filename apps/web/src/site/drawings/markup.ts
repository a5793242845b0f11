import type { DrawingName } from '../../ui/drawing-name';

const files = import.meta.glob<string>('./*.svg', { query: '?raw', import: 'default' });
const markup = new Map<DrawingName, string>();

/** A drawing's markup, if it is here; empty otherwise. */
export const drawingMarkup = (name: DrawingName) => markup.get(name) ?? '';

export const keepMarkup = (name: DrawingName, svg: string) => void markup.set(name, svg);

/** Fetches a drawing, once. A drawing that does not arrive is left out: the words stand without it. */
export async function loadDrawing(name: DrawingName): Promise<string> {
  const known = drawingMarkup(name);
  if (known) return known;
  const svg = await files[`./${name}.svg`]?.().catch(() => '');
  if (svg) keepMarkup(name, svg);
  return svg ?? '';
}
