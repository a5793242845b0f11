export type Point = readonly [x: number, y: number];
/** A point of the object: x runs right and down, y left and down, z up. */
export type Place = readonly [x: number, y: number, z?: number];

/** We use 7/8 for the cosine of 30 degrees, so that multiples of eight stay whole numbers. */
const COS_30 = 7 / 8;

export const iso = ([x, y, z = 0]: Place): Point => [(x - y) * COS_30, (x + y) / 2 - z];

const tenth = (value: number) => Math.round(value * 10) / 10 || 0;

/**
 * Collects strokes and faces as SVG paths. `name` is a class of `drawing.css`: `top`, `left` and `right` for faces,
 * `core-fill`, `detail` and others. Neighbours of one class share a path, and all steps are relative: equal parts
 * become equal text, which compresses well.
 */
export function createPen() {
  const parts: { name: string; d: string }[] = [];
  const originals = new Map<string, Point>();
  let at: Point = [0, 0];

  const step = ([x, y]: Point): Point => {
    const from = at;
    at = [tenth(x), tenth(y)];
    return [tenth(at[0] - from[0]), tenth(at[1] - from[1])];
  };
  const segment = (point: Point) => {
    const [dx, dy] = step(point);
    if (!dy) return `h${dx}`;
    return dx ? `l${dx} ${dy}` : `v${dy}`;
  };
  const add = (name: string, draw: () => string) => {
    const last = parts.at(-1);
    if (last?.name === name && name) last.d += draw();
    else {
      at = [0, 0];
      parts.push({ name, d: draw() });
    }
  };
  const raw = (markup: string) => {
    parts.push({ name: '', d: markup });
  };

  const path = (name: string, [first, ...rest]: Point[], closed: boolean) =>
    add(name, () => {
      if (!first) return '';
      const d = `m${step(first).join(' ')}${rest.map(segment).join('')}${closed ? 'z' : ''}`;
      if (closed) at = [tenth(first[0]), tenth(first[1])];
      return d;
    });

  const line = (name: string, ...points: Point[]) => path(name, points, false);
  const face = (name: string, ...points: Point[]) => path(name, points, true);
  const rect = (name: string, x: number, y: number, width: number, height: number) =>
    face(name, [x, y], [x + width, y], [x + width, y + height], [x, y + height]);

  const text = (className: string, [x, y]: Point, words: string, anchor?: 'middle' | 'end' | 'below') => {
    const side = anchor === 'below' ? ' dy=".75em"' : anchor ? ` text-anchor="${anchor}"` : '';
    const style = className && ` class="${className}"`;
    raw(`<text${style} x="${tenth(x)}" y="${tenth(y)}"${side}>${words}</text>`);
  };

  /**
   * Draws a part once and copies it elsewhere. `at` is any point that moves with the part. Ids must be unique in a page:
   * begin them with the drawing's name.
   */
  const part = (id: string, at: Point, draw: () => void) => {
    const first = originals.get(id);
    if (first) return raw(`<use href="#${id}" x="${tenth(at[0] - first[0])}" y="${tenth(at[1] - first[1])}"/>`);
    originals.set(id, at);
    raw(`<g id="${id}">`);
    draw();
    raw('</g>');
  };

  const markup = () =>
    parts.map(({ name, d }) => (name ? `<path class="${name}" d="${d.replace('m', 'M')}"/>` : d)).join('');
  return { raw, part, line, face, rect, text, markup };
}

export type Pen = ReturnType<typeof createPen>;
