import type { DrawingName } from './drawing-name';
import { generatedKeys } from './keys.gen';

const files = import.meta.glob<string>('./*.svg', { query: '?raw', import: 'default', eager: true });

/** A drawing, inline, so that it takes its colours from the page. */
export function Drawing({ name }: { name: DrawingName }) {
  const svg = files[`./${name}.svg`];
  if (!svg) throw new Error(`There is no drawing ${name}.`);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own files, read at build time
  return <div className="drawing" dangerouslySetInnerHTML={{ __html: svg }} />;
}

/** What the letters in a drawing mean, where a screen is too small for labels. */
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

/** A drawing, and the key to its letters where it has one. */
export const KeyedDrawing = ({ name }: { name: DrawingName }) => (
  <>
    <Drawing name={name} />
    {drawingKeys[name] && (
      <ol className="keys caption">
        {drawingKeys[name].map(([letter, meaning]) => (
          <li key={letter}>
            <b>{letter}</b>
            {meaning}
          </li>
        ))}
      </ol>
    )}
  </>
);
