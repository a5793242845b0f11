const voids = new Set(['input', 'br', 'hr', 'img', 'path', 'circle', 'ellipse', 'rect', 'use', 'line']);
/** What React calls differently. Everything else passes as it is. */
const names: Record<string, string> = {
  class: 'className',
  for: 'htmlFor',
  tabindex: 'tabIndex',
  checked: 'defaultChecked',
  selected: 'data-selected',
  value: 'defaultValue',
  colspan: 'colSpan',
};

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };
const plain = (text: string) => text.replace(/&(amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity);

const styleObject = (text: string) =>
  Object.fromEntries(
    text
      .split(';')
      .filter(Boolean)
      .map((each) => each.split(/:(.*)/s).map((part) => part.trim()) as [string, string])
      .map(([key, value]) => [key.startsWith('--') ? key : key.replace(/-(\w)/g, (_, c) => c.toUpperCase()), value]),
  );

function attribute(tag: string, name: string, value: string | undefined): string {
  if (name === 'style') return ` style={${JSON.stringify(styleObject(plain(value ?? '')))}}`;
  const isText = name === 'value' && (tag === 'button' || tag === 'option' || tag === 'data');
  return ` ${isText ? name : (names[name.toLowerCase()] ?? name)}={${JSON.stringify(plain(value ?? ''))}}`;
}

const attributePattern = /([\w:-]+)(?:="([^"]*)")?/g;

function openingTag(tag: string, text: string, element: string): string {
  const attributes = [...text.matchAll(attributePattern)].map(([, name = '', value]) => attribute(tag, name, value));
  return `<${element}${attributes.join('')}${voids.has(tag) ? '/' : ''}>`;
}

/**
 * The JSX that somebody would have written for this markup, one element each; text and attributes as they are.
 * Reads what React's own server rendering writes, no more. `elementOf` names the element to use, such as a router's link.
 */
export function toJsx(html: string, elementOf: (tag: string, attributes: string) => string): string {
  const open: string[] = [];
  const pieces = html.replace(/<!--.*?-->/gs, '').match(/<[^>]+>|[^<]+/g) ?? [];
  const jsx = pieces.map((piece) => {
    if (!piece.startsWith('<')) return `{${JSON.stringify(plain(piece))}}`;
    if (piece.startsWith('</')) return piece.startsWith('</svg:') ? '' : closing(piece, open);
    const [, tag = '', attributes = ''] = /^<([\w-]+)(.*?)\/?>$/s.exec(piece) ?? [];
    const element = elementOf(tag, attributes);
    if (!voids.has(tag)) open.push(element);
    return openingTag(tag, attributes, element);
  });
  return jsx.join('');
}

function closing(piece: string, open: string[]): string {
  const tag = piece.slice(2, -1).trim();
  return voids.has(tag) ? '' : `</${open.pop()}>`;
}
