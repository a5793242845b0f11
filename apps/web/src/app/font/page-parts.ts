/** Elements of a part, at most, where it can be divided. */
const most = 150;

const isShown = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement && getComputedStyle(element).display !== 'none';

/** The shown parts of a page, from the top, that together hold all that is shown. */
export function partsOf(element: HTMLElement): HTMLElement[] {
  if (element.getElementsByTagName('*').length <= most) return [element];
  const children = [...element.children].filter(isShown);
  return children.length ? children.flatMap(partsOf) : [element];
}
