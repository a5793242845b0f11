import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import allPages from './all-pages';
import type { Content } from './content';
import type { Page } from './page';
import { type Placed, runsOf } from './runs';
import { sectionComponents } from './sections';
import type { LiveKind } from './sections/live-sections';
import { isLive } from './sections/live-sections';
import type { SectionProps } from './sections/parts';

const priceKinds = new Set(['price-hero', 'explorer', 'gpu-cards']);

function Shown({ section, cell, page }: Placed & { page: Page }) {
  const Component = sectionComponents[section.kind] as ComponentType<SectionProps>;
  return <Component section={section} page={page} cell={cell} />;
}

function htmlOf(placed: Placed[], page: Page) {
  return renderToStaticMarkup(placed.map((each) => <Shown key={each.index} page={page} {...each} />));
}

/** At least two, so that the browser knows of a page that needs no script what it is made of. */
function contentOf(page: Page): Content {
  const content = runsOf(page).map(({ live, sections }) =>
    live ? (sections[0] as Placed) : { html: htmlOf(sections, page) },
  );
  return content.length > 1 ? content : [...content, { html: '' }];
}

/** Every page, rendered but for its live sections: for the build, which ships this and never the code behind it. */
export default allPages.map((page) => {
  const { sections, description, ...head } = page;
  const kinds = sections.map(({ kind }) => kind);
  const prices = kinds.some((kind) => priceKinds.has(kind));
  return { head, live: kinds.filter(isLive) as LiveKind[], prices, content: contentOf(page) };
});
