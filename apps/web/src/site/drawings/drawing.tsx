import { useEffect, useRef, useState } from 'react';
import type { DrawingName } from '../../ui/drawing-name';
import { drawingMarkup, keepMarkup, loadDrawing } from './markup';

/**
 * A drawing, inline, so that it takes its colours from the page. In a prerendered page the drawing is in the HTML
 * already: it is left alone and kept for later, and its markup is not loaded a second time.
 */
export function Drawing({ name }: { name: DrawingName }) {
  const box = useRef<HTMLDivElement>(null);
  const [svg, setSvg] = useState(drawingMarkup(name));
  useEffect(() => {
    if (drawingMarkup(name)) return;
    const prerendered = box.current?.innerHTML;
    if (prerendered) keepMarkup(name, prerendered);
    else loadDrawing(name).then(setSvg);
  }, [name]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own files, read at build time
  return <div ref={box} className="drawing" dangerouslySetInnerHTML={{ __html: svg }} suppressHydrationWarning />;
}
