import type { DrawingName } from './drawing-name';
import { generatedKeys } from './keys.gen';

const files = import.meta.glob<string>('./*.svg', { query: '?raw', import: 'default', eager: true });

/** The size without styles fits the narrowest page. */
const sized = (svg: string) =>
  svg.replace(
    /viewBox="\S+ \S+ (\S+) (\S+)"/,
    (viewBox, width, height) => `${viewBox} width="320" height="${Math.round((320 * height) / width)}"`,
  );

/** The drawing is inline, so that it takes its colours from the page. */
export function Drawing({ name }: { name: DrawingName }) {
  const svg = files[`./${name}.svg`];
  if (!svg) throw new Error(`There is no drawing ${name}.`);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own files, read at build time
  return <div className="drawing" dangerouslySetInnerHTML={{ __html: sized(svg) }} />;
}

/** The key to the letters of a drawing, for screens too small for labels. */
const drawingKeys: Partial<Record<DrawingName, [letter: string, meaning: string][]>> = {
  ...generatedKeys,
  module: [
    ['E', 'Cold plate'],
    ['D', 'Two compute dies, eight memory stacks: 192GB'],
    ['C', 'Interposer'],
    ['B', 'Substrate'],
    ['A', 'Board'],
  ],
};

type Keys = [letter: string, meaning: string][];

/**
 * The key to the layers of the module. Keyboard and touch reach its radio buttons, and the style sheet highlights the
 * chosen layer. Wide screens have labels in the drawing.
 */
const LayerKeys = ({ keys }: { keys: Keys }) => (
  <fieldset className="keys keys--layers caption">
    <legend className="visually-hidden">Layers of the module</legend>
    {keys.map(([letter, meaning]) => (
      <label key={letter}>
        <input className="visually-hidden" type="radio" name="layer" autoComplete="off" />
        <b>{letter}</b>
        {meaning}
      </label>
    ))}
  </fieldset>
);

const TextKeys = ({ keys }: { keys: Keys }) => (
  <ol className="keys caption">
    {keys.map(([letter, meaning]) => (
      <li key={letter}>
        <b>{letter}</b>
        {meaning}
      </li>
    ))}
  </ol>
);

export function KeyedDrawing({ name }: { name: DrawingName }) {
  const keys = drawingKeys[name];
  return (
    <>
      <Drawing name={name} />
      {keys && (name === 'module' ? <LayerKeys keys={keys} /> : <TextKeys keys={keys} />)}
    </>
  );
}
