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

const inSight = ({ element, width, top }: Piece) =>
  width > 0 && top < window.innerHeight && top > -window.innerHeight && element.checkVisibility();

function blockOf(element: HTMLElement): HTMLElement {
  const inline = getComputedStyle(element).display.startsWith('inline');
  return inline && element.parentElement ? blockOf(element.parentElement) : element;
}

function piecesInSight(): Piece[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const pieces: Piece[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const piece = { text: node as Text, element: node.parentElement as HTMLElement, ...place(node as Text) };
    if (inSight(piece)) pieces.push(piece);
  }
  return pieces;
}

/** The text that somebody may be reading, by the boxes that it fills, from the top. */
export function blocksInSight(): Block[] {
  const blocks = new Map<HTMLElement, Block>();
  for (const piece of piecesInSight()) {
    const element = blockOf(piece.element);
    const block = blocks.get(element) ?? { element, height: element.offsetHeight, pieces: [] };
    block.pieces.push(piece);
    blocks.set(element, block);
  }
  return [...blocks.values()];
}
