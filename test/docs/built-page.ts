import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../support/paths';

/** A file of the built site. */
export const built = (name: string) => readFileSync(join(projectRoot, 'apps/web/dist', name), 'utf8');

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
export const decoded = (html: string) => html.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name) => entities[name] ?? '');

/** The label above a code block, and the code as a reader copies it. */
export interface CodeBlock {
  title: string;
  code: string;
}

const figure =
  /<figure class="code-sample"><figcaption[^>]*>(.*?)<\/figcaption><pre[^>]*><code[^>]*>(.*?)<\/code><\/pre><\/figure>/gs;

export const codeBlocks = (path: string): CodeBlock[] =>
  [...built(`${path.slice(1)}/index.html`).matchAll(figure)].map(([, title = '', code = '']) => ({
    title: decoded(title),
    code: decoded(code),
  }));

/** The text of every cell of a table, row by row, found by its caption. */
export function tableRows(path: string, caption: string): string[][] {
  const html = built(`${path.slice(1)}/index.html`);
  const [, body = ''] = html.match(new RegExp(`<caption[^>]*>${caption}</caption>.*?<tbody>(.*?)</tbody>`, 's')) ?? [];
  const cells = (row: string) =>
    [...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell = '']) => decoded(cell.replace(/<[^>]+>/g, '')));
  return [...body.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) => cells(row));
}
