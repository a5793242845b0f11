import { Blocks } from './blocks';
import { Band, type SectionProps, TableOfContents } from './parts';

export function Prose({ section }: SectionProps<'prose'>) {
  const headings = section.blocks.flatMap((block) =>
    block.kind === 'heading' && block.level === 2 ? [{ to: `#${block.id}`, label: block.text }] : [],
  );
  const text = (
    <div className="prose">
      <Blocks blocks={section.blocks} />
    </div>
  );
  if (!section.contents) return <Band section={section}>{text}</Band>;
  return (
    <Band section={section} inner="columns columns--4-8">
      <TableOfContents entries={headings} />
      {text}
    </Band>
  );
}
