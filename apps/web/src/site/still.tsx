import { type ReactNode, useEffect, useRef, useState } from 'react';

/** The markup of prerendered content, kept for when somebody comes back to it. */
const kept = new Map<string, string>();

/** Content that came as HTML and stays as it is: React neither renders it nor needs its data. */
function Prerendered({ name }: { name: string }) {
  const box = useRef<HTMLDivElement>(null);
  const [html] = useState(kept.get(name) ?? '');
  useEffect(() => {
    if (box.current) kept.set(name, box.current.innerHTML);
  }, [name]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what the prerender wrote, put back unchanged
  return <div ref={box} className="still" dangerouslySetInnerHTML={{ __html: html }} suppressHydrationWarning />;
}

/**
 * Content that needs no script. In a prerendered page it is left alone, which spares the visitor its components, its
 * data and its hydration; without `children` that is what is meant. `name` is the same for the same content.
 */
export const Still = ({ name, children }: { name: string; children?: ReactNode }) =>
  children ? <div className="still">{children}</div> : <Prerendered name={name} />;
