import { Blocks } from './blocks';
import { Band, type SectionProps, TableOfContents } from './parts';

/**
 * The legal document screen. Each part has an address of its own where it comes first; there the page's headline
 * says its title already.
 */
export const Legal = ({ section, page }: SectionProps<'legal'>) => (
  <Band section={section} inner="columns columns--4-8">
    <TableOfContents
      entries={section.parts.map(({ id, title, path }) => ({ to: path === page.path ? path : `#${id}`, label: title }))}
      current={page.path}
    />
    <div>
      {section.parts.map(({ id, title, path, blocks }) => (
        <article key={id} id={id} className="prose legal">
          <h2 className={path === page.path ? 'visually-hidden' : undefined}>{title}</h2>
          <Blocks blocks={blocks} />
        </article>
      ))}
    </div>
  </Band>
);
