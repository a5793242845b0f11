const WHOLE = '?whole';

/** The file of a page's module, and whether all of the page is asked for. */
export const readPageId = (id) => (id.endsWith(WHOLE) ? [id.slice(0, -WHOLE.length), true] : [id, false]);

/** Of content that stands in the document already, its place among the captions is all that a script wants to know. */
const stub = ({ kind, head }) => ({ kind, ...(head?.caption && { head: { caption: '.', title: '' } }) });

/**
 * A page as the browser gets it. A prerendered page wakes with the data of its live sections alone; on the way from
 * another page `whole` brings the rest.
 */
export function pageModule(page, id, whole, isLive) {
  const shown = (section) => (isLive(section.kind) ? section : stub(section));
  if (whole || !page.sections.some(({ kind }) => isLive(kind))) return `export default ${JSON.stringify(page)};`;
  const awake = { ...page, sections: page.sections.map(shown) };
  return `export default ${JSON.stringify(awake)};\nexport const whole = () => import(${JSON.stringify(id + WHOLE)});`;
}
