import type { ComponentType } from 'react';
import { drawingsOf, loadDrawings } from './drawings/of-page';
import type { Page } from './page';
import { PageRuns } from './page-runs';
import type { Placed } from './runs';
import { type LiveKind, loadLiveSections } from './sections/live-sections';
import { sectionComponents } from './sections/section-components';
import type { SectionProps } from './sections/section-props';

/** Loads what the page's sections need besides their data. */
export const prepare = (page: Page) => Promise.all([loadLiveSections(page), loadDrawings(drawingsOf(page))]);

function show({ section, cell, index }: Placed, page: Page) {
  const kind = section.kind as Exclude<Placed['section']['kind'], LiveKind>;
  const Component = sectionComponents[kind] as ComponentType<SectionProps>;
  return <Component key={index} section={section} page={page} cell={cell} />;
}

/** A page of content, rendered whole: by the prerender, and on the way from page to page. */
export const ContentPage = ({ page, Form }: { page: Page; Form?: ComponentType }) => (
  <PageRuns page={page} Form={Form} show={show} />
);
