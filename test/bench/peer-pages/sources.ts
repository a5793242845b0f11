import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../support/paths';
import { toJsx } from './to-jsx';

const dist = join(projectRoot, 'apps/web/dist');

/** A built page of ours, taken apart. */
export interface PageParts {
  title: string;
  css: string;
  /** The body, in front of and behind the small screens' menu. */
  before: string;
  after: string;
  /** What the menu shows. */
  panel: string;
}

const between = (text: string, start: RegExp, end: string) => {
  const from = text.search(start);
  return [from, text.indexOf(end, from)] as const;
};

/** `<details>` stand in one another: the menu ends where as many have been closed as opened. */
function endOfDetails(html: string, from: number): number {
  let depth = 0;
  for (const { 0: tag, index } of html.slice(from).matchAll(/<\/?details\b[^>]*>/g)) {
    depth += tag.startsWith('</') ? -1 : 1;
    if (depth === 0) return from + index + tag.length;
  }
  throw new Error('a menu that does not end');
}

/** Takes a built page apart. Scripts, and what only our own script reads, stay behind. */
export function partsOf(file: string): PageParts {
  const html = readFileSync(join(dist, file), 'utf8').replace(/<script[^>]*>.*?<\/script>/gs, '');
  const css = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, sheet]) => sheet).join('');
  const [bodyStart, bodyEnd] = between(html, /<body[^>]*>/, '</body>');
  const body = html
    .slice(html.indexOf('>', bodyStart) + 1, bodyEnd)
    .replace(/<noscript>.*?<\/noscript>|<p class="lost".*?<\/p>/gs, '');
  const title = /<title>(.*?)<\/title>/s.exec(html)?.[1] ?? '';
  const menu = body.indexOf('<details class="small-menu">');
  if (menu < 0) return { title, css, before: body, after: '', panel: '' };
  const end = endOfDetails(body, menu);
  const panel = body.slice(body.indexOf('</summary>', menu) + '</summary>'.length, end - '</details>'.length);
  return { title, css, before: body.slice(0, menu), after: body.slice(end), panel };
}

const isOwnLink = (tag: string, attributes: string) => tag === 'a' && /href="\/(pricing)?"/.test(attributes);

/** A React component that shows the whole page; the menu is a component that opens by script, as elsewhere. */
export function componentOf({ before, after, panel }: PageParts, name: string): string {
  const element = (tag: string, attributes: string) => (isOwnLink(tag, attributes) ? 'Link' : tag);
  const marked = `${before}<novacore-menu></novacore-menu>${after}`;
  const jsx = toJsx(marked, element).replace('<novacore-menu></novacore-menu>', panel ? '<Menu/>' : '');
  return `export const ${name} = ({ Link, Menu }) => <>${jsx}</>;\n`;
}

export const menuOf = ({ panel }: PageParts): string =>
  `export const Panel = () => <>${toJsx(panel, (tag) => tag)}</>;\n`;
