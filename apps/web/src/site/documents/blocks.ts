import type { Block } from '../section';

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text });

export const list = (...items: string[]): Block => ({ kind: 'list', items });

/** A heading and its content. A plain text is a paragraph. */
export type Clause = [title: string, ...content: (string | Block)[]];

/** Each clause has an anchor such as `terms-4`. */
export function numbered(document: string, clauses: Clause[]): Block[] {
  return clauses.flatMap(([title, ...content], index): Block[] => [
    { kind: 'heading', level: 3, id: `${document}-${index + 1}`, text: `${index + 1}. ${title}` },
    ...content.map((each) => (typeof each === 'string' ? paragraph(each) : each)),
  ]);
}
