import { useState } from 'react';

/** The markup of prerendered content, for a later visit to the page and for a hydration that fails. */
const kept = new Map<string, string>();

/** Call before hydration. If it fails, React renders the page again and has no other source for this content. */
export function keepStill(root: HTMLElement) {
  for (const box of root.querySelectorAll<HTMLElement>('[data-still]'))
    kept.set(box.dataset.still as string, box.innerHTML);
}

/**
 * Content that needs no script: React neither renders it nor needs its data. Without `html` it stands in the document,
 * where it is left alone. `name` is the same for the same content.
 */
export function Still({ name, html }: { name: string; html: string }) {
  const [markup] = useState(html || kept.get(name) || '');
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: what the build rendered
    <div className="still" data-still={name} dangerouslySetInnerHTML={{ __html: markup }} suppressHydrationWarning />
  );
}
