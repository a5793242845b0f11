import { Blocks } from './blocks';
import { Band, More, type SectionProps, TableOfContents } from './parts';

/** A partner guide: links to the others, table of contents, text, and a link to the next one. */
export function Guide({ section }: SectionProps<'guide'>) {
  const { guides, path, blocks } = section;
  const next = guides[guides.findIndex((guide) => guide.path === path) + 1];
  const headings = blocks.flatMap((block) =>
    block.kind === 'heading' && block.level === 2 ? [{ to: `#${block.id}`, label: block.text }] : [],
  );
  return (
    <Band section={section} inner="columns columns--4-8">
      <div className="guide__side">
        <nav className="table-of-contents" aria-label="Guides">
          {guides.map(({ path: to, label }) => (
            <a key={to} href={to} aria-current={to === path ? 'page' : undefined}>
              {label}
            </a>
          ))}
        </nav>
        <details className="guide__contents">
          <summary>On this page</summary>
          <TableOfContents entries={headings} />
        </details>
      </div>
      <div className="prose prose--guide">
        <Blocks blocks={blocks} />
        {next && (
          <p className="guide__next">
            <More action={{ label: `Next: ${next.label}`, to: next.path }} />
          </p>
        )}
      </div>
    </Band>
  );
}
