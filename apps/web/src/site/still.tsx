import { useEffect, useRef, useState } from 'react';

/** The markup of prerendered content, kept for when somebody comes back to it. */
const kept = new Map<string, string>();

/**
 * Content that needs no script: React neither renders it nor needs its data. Without `html` it stands in the document,
 * where it is left alone. `name` is the same for the same content.
 */
export function Still({ name, html }: { name: string; html: string }) {
  const box = useRef<HTMLDivElement>(null);
  const [markup] = useState(html || kept.get(name) || '');
  useEffect(() => {
    if (box.current && !markup) kept.set(name, box.current.innerHTML);
  }, [name, markup]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what the build rendered
  return <div ref={box} className="still" dangerouslySetInnerHTML={{ __html: markup }} suppressHydrationWarning />;
}
