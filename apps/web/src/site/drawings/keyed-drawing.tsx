import { Drawing } from './drawing';
import { drawingKeys } from './drawing-keys';
import type { DrawingName } from './drawing-name';

/** A drawing, and the key to its letters where it has one. */
export function KeyedDrawing({ name }: { name: DrawingName }) {
  return (
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
}
