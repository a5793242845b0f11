import type { ComponentProps } from 'react';
import { Icon } from '../../ui/icon';
import type { Block } from '../section';
import { Blocks } from './blocks';
import { Band, More, type SectionProps, TableOfContents } from './parts';

const headingsOf = (blocks: Block[]) =>
  blocks.flatMap((block) =>
    block.kind === 'heading' && block.level === 2 ? [{ to: `#${block.id}`, label: block.text }] : [],
  );

export function Prose({ section }: SectionProps<'prose'>) {
  const text = (
    <div className="prose">
      <Blocks blocks={section.blocks} />
    </div>
  );
  if (!section.contents) return <Band section={section}>{text}</Band>;
  return (
    <Band section={section} inner="columns columns--4-8">
      <TableOfContents entries={headingsOf(section.blocks)} />
      {text}
    </Band>
  );
}

/** The page's own part comes first, and its title is the headline. */
export const Legal = ({ section, page }: SectionProps<'legal'>) => (
  <Band section={section} inner="columns columns--4-8">
    <TableOfContents
      entries={section.parts.map(({ id, title, path }) => ({ to: path === page.path ? path : `#${id}`, label: title }))}
      current={page.path}
    />
    <div>
      {section.parts.map(({ id, title, path, blocks }) => (
        <article key={id} id={id} className="prose legal-part">
          <h2 className={path === page.path ? 'visually-hidden' : undefined}>{title}</h2>
          <Blocks blocks={blocks} />
        </article>
      ))}
    </div>
  </Band>
);

/** Phones collapse it; wide screens always show it. */
const Contents = (props: ComponentProps<typeof TableOfContents>) => (
  <details className="always-open">
    <summary>
      {props.label}
      <Icon name="chevron" className="icon--small" />
    </summary>
    <TableOfContents {...props} />
  </details>
);

export function Guide({ section }: SectionProps<'guide'>) {
  const { guides, path, blocks } = section;
  const next = guides[guides.findIndex((guide) => guide.path === path) + 1];
  const entries = headingsOf(blocks);
  return (
    <Band section={section} inner="columns columns--4-8">
      <div className="guide__side">
        <Contents label="Guides" entries={guides.map(({ path: to, label }) => ({ to, label }))} current={path} />
        {entries.length > 0 && <Contents label="On this page" entries={entries} />}
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
