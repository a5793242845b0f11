import type { DrawingName } from './drawing-name';
import { drawingMarkup } from './markup';

/** A drawing, inline, so that it takes its colours from the page. */
export const Drawing = ({ name }: { name: DrawingName }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own files, read at build time
  <div className="drawing" dangerouslySetInnerHTML={{ __html: drawingMarkup(name) }} />
);
