/** A piece of text, and where it stood before the change. */
export type Piece = { text: Text; element: HTMLElement; width: number; left: number; top: number };

/** A box whose height follows from its text. */
export type Block = { element: HTMLElement; height: number; pieces: Piece[] };

/** Where a text begins, and how wide it is, its lines laid end to end. */
export function place(text: Text) {
  const range = document.createRange();
  range.selectNodeContents(text);
  const rects = [...range.getClientRects()];
  const width = rects.reduce((sum, rect) => sum + rect.width, 0);
  return { width, left: rects[0]?.left ?? 0, top: rects[0]?.top ?? 0 };
}

/**
 * Or one screen above: what grows there moves what is seen. A table as a whole: what one cell gets wider by moves the
 * columns of all.
 */
function isNear(element: Element) {
  const { top, bottom } = (element.closest('table') ?? element).getBoundingClientRect();
  return top < window.innerHeight && bottom > -window.innerHeight;
}

const inSight = ({ element, width }: Piece) => width > 0 && isNear(element) && element.checkVisibility();

function blockOf(element: HTMLElement): HTMLElement {
  const inline = getComputedStyle(element).display.startsWith('inline');
  return inline && element.parentElement ? blockOf(element.parentElement) : element;
}

function piecesInSight(part: HTMLElement): Piece[] {
  const pieces: Piece[] = [];
  if (!isNear(part)) return pieces;
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const piece = { text: node as Text, element: node.parentElement as HTMLElement, ...place(node as Text) };
    if (inSight(piece)) pieces.push(piece);
  }
  return pieces;
}

/** The text of a part that somebody may be reading, by the boxes that it fills, from the top. */
export function blocksInSight(part: HTMLElement): Block[] {
  const blocks = new Map<HTMLElement, Block>();
  for (const piece of piecesInSight(part)) {
    const element = blockOf(piece.element);
    const block = blocks.get(element) ?? { element, height: element.offsetHeight, pieces: [] };
    block.pieces.push(piece);
    blocks.set(element, block);
  }
  return [...blocks.values()];
}
