import type { DrawingName } from '../../ui/drawing-name';
import { Drawing } from './drawing';
import { drawingKeys } from './drawing-keys';

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
