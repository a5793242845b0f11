import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../support/paths';
import type { Findings, Part } from '../part';
import { drawPlot } from './plot';
import { goalTable, markdownTable } from './table';

const docs = join(projectRoot, 'docs');
const file = join(docs, 'performance.md');

const introduction = `# Performance

Written by \`npm run bench\` (the core: within 15 minutes) and \`npm run bench -- --all\` (every page, peers, millions of rows, ten
minutes of load); \`npm run bench -- <part>\` measures one part and prints it. Figures are ratios against a yardstick that was measured in
the same run, in turn with the product, several rounds long; milliseconds of another machine say little. A goal is held where the
median of the rounds holds it; what is said of each page, where every page's median does. The worst round or page stands beside it.
`;

/** What a part found, in Markdown. */
export function sectionOf({ title }: Part, { goals, tables, plots = [], notes }: Findings, machine: string): string {
  const date = new Date().toISOString().slice(0, 10);
  return [
    `## ${title}`,
    `${date}, ${machine}.`,
    ...(goals.length ? [markdownTable(goalTable(goals))] : []),
    ...notes,
    ...tables.flatMap((each) => [...(each.title ? [`### ${each.title}`] : []), markdownTable(each.table)]),
    ...plots.map((plot) => `![${plot.title}](${plot.name}.svg)`),
  ].join('\n\n');
}

const markers = (name: string) => [`<!-- ${name} -->`, `<!-- end of ${name} -->`] as const;

function sectionIn(document: string, name: string): string | undefined {
  const [start, end] = markers(name);
  const [from, to] = [document.indexOf(start), document.indexOf(end)];
  return from < 0 || to < 0 ? undefined : document.slice(from + start.length, to).trim();
}

/** Writes docs/performance.md: new sections in the place of old ones; what was not measured now stays, with its own date. */
export function writeDocument(
  names: string[],
  measured: ReadonlyMap<string, { section: string; findings?: Findings }>,
) {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const sections = names.flatMap((name) => {
    const section = measured.get(name)?.section ?? sectionIn(before, name);
    const [start, end] = markers(name);
    return section ? [`${start}\n${section}\n${end}`] : [];
  });
  writeFileSync(file, `${[introduction.trim(), ...sections].join('\n\n')}\n`);
  for (const plot of [...measured.values()].flatMap(({ findings }) => findings?.plots ?? []))
    writeFileSync(join(docs, `${plot.name}.svg`), drawPlot(plot));
}
