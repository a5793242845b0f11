import type { Page } from '../site/page';
import type { Block } from '../site/section';
import type { SiteFile } from './document';

const row = (cells: string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;

function markdownOf(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return block.text;
    case 'heading':
      return `${'#'.repeat(block.level)} ${block.text}`;
    case 'list':
      return block.items.map((item, index) => `${block.ordered ? `${index + 1}.` : '-'} ${item}`).join('\n');
    case 'code':
      return `${block.title ? `${block.title}:\n\n` : ''}\`\`\`${block.language}\n${block.code}\n\`\`\``;
    case 'table':
      return [row(block.columns), row(block.columns.map(() => '---')), ...block.rows.map(row)].join('\n');
    case 'drawing':
      return block.caption;
    case 'note':
      return `> ${block.text}`;
  }
}

/** The partner guides as Markdown for programs: `/docs/quickstart.md`. */
export function guideFiles(pages: Page[], publicUrl: string): SiteFile[] {
  return pages.flatMap(({ path, sections }) => {
    const guide = sections.find((section) => section.kind === 'guide');
    const hero = sections.find((section) => section.kind === 'hero');
    if (!guide || !hero) return [];
    const parts = [`# ${hero.title}`, hero.lead ?? '', ...guide.blocks.map(markdownOf)];
    // Links to other guides lead to their Markdown.
    const body = parts
      .join('\n\n')
      .replace(/\]\(\/(docs\/[\w/-]+)/g, `](${publicUrl}/$1.md`)
      .replace(/\]\(\//g, `](${publicUrl}/`);
    return [{ name: `${path.slice(1)}.md`, body: `${body}\n` }];
  });
}
