import { type Block, blocksInSight, type Piece, place } from './text-in-sight';

/** In ems: more than the first would be seen, and the second is tried to bring a text back to its lines. */
const mostSpacing = 0.05;
const steps = [0.012, 0.024, 0.036];

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
const pixels = (length: string) => Number.parseFloat(length) || 0;

/** Spaces an element's own text to the width that it had. @returns the spacing, in pixels a letter */
function spacingOf(element: HTMLElement, pieces: Piece[]) {
  const missing = sum(pieces.map(({ text, width }) => width - place(text).width));
  const letters = sum(pieces.map(({ text }) => text.data.trim().length));
  const { fontSize, letterSpacing } = getComputedStyle(element);
  const most = mostSpacing * pixels(fontSize);
  return pixels(letterSpacing) + Math.max(-most, Math.min(most, missing / Math.max(letters, 1)));
}

/** All is measured before anything is written, so that the page is laid out once. */
function spaceAsBefore(blocks: Block[]) {
  const pieces = blocks.flatMap((block) => block.pieces);
  const ownOf = (element: HTMLElement) => pieces.filter((piece) => piece.element === element);
  const elements = [...new Set(pieces.map(({ element }) => element))];
  const spacings = elements.map((element) => spacingOf(element, ownOf(element)));
  for (const [index, element] of elements.entries()) element.style.letterSpacing = `${spacings[index]?.toFixed(3)}px`;
}

/** Leaves a block in the system's font until the next page: better than a text that jumps. */
function leaveAsItWas({ element }: Block) {
  for (const each of [element, ...element.querySelectorAll<HTMLElement>('*')]) {
    each.style.fontFamily = getComputedStyle(each).fontFamily.replace(/^Anek, /, '');
    each.style.letterSpacing = '';
  }
}

const hasGrown = ({ element, height }: Block) => element.offsetHeight > height;

function bringBack(block: Block) {
  const { element, height } = block;
  const before = pixels(getComputedStyle(element).letterSpacing);
  const em = pixels(getComputedStyle(element).fontSize);
  for (const step of steps) if (hasGrown(block)) element.style.letterSpacing = `${before - step * em}px`;
  if (hasGrown(block)) leaveAsItWas(block);
  if (element.offsetHeight < height) element.style.minHeight = `${height}px`;
}

const hasMoved = ({ text, left, top }: Piece) => {
  const now = place(text);
  return Math.abs(now.left - left) > 2 || Math.abs(now.top - top) > 1;
};

/**
 * Changes the font of a part of the page without moving what is in sight: each run of text is spaced to the width that
 * it had, so that lines break where they broke, and nothing beside or below it finds another place.
 */
export function keepPlaces(part: HTMLElement, change: (part: HTMLElement) => void) {
  const blocks = blocksInSight(part);
  change(part);
  spaceAsBefore(blocks);
  for (const block of blocks) if (block.element.offsetHeight !== block.height) bringBack(block);
  for (const block of blocks) if (block.pieces.some(hasMoved)) leaveAsItWas(block);
}
