import type { ComponentType } from 'react';
import { PriceExplorerIsland } from '../explorer/explorer';
import type { Page } from '../page';
import type { Section, SectionKind } from '../section';
import { BarChart, PercentBars, Scale } from './charts';
import { Offices, Team } from './company';
import { ContactForm } from './contact-form';
import { Guide, Legal, Prose } from './documents';
import { Stats, Tiles } from './figures';
import { Bento, Grid3x3, SpecCards } from './grids';
import { ComingSoon, Hero } from './hero';
import { DarkBand, Diagram, Split } from './illustrated';
import { Announcement, CallToAction, RelatedPages } from './links';
import { Faq, Process, Rows, Steps, Timeline } from './lists';
import type { SectionProps } from './parts';
import { PriceHero, Prices } from './price-list';
import { Table, Tiers } from './tables';

const sectionComponents: { [Kind in SectionKind]: ComponentType<SectionProps<Kind>> } = {
  announcement: Announcement,
  'bar-chart': BarChart,
  bento: Bento,
  'call-to-action': CallToAction,
  'coming-soon': ComingSoon,
  'contact-form': ContactForm,
  'dark-band': DarkBand,
  diagram: Diagram,
  explorer: PriceExplorerIsland,
  faq: Faq,
  'grid-3x3': Grid3x3,
  guide: Guide,
  hero: Hero,
  legal: Legal,
  offices: Offices,
  'percent-bars': PercentBars,
  'price-hero': PriceHero,
  prices: Prices,
  process: Process,
  prose: Prose,
  'related-pages': RelatedPages,
  rows: Rows,
  scale: Scale,
  'spec-cards': SpecCards,
  split: Split,
  stats: Stats,
  steps: Steps,
  table: Table,
  team: Team,
  tiers: Tiers,
  tiles: Tiles,
  timeline: Timeline,
};

/** The number of captioned bands in a section. An index cell numbers each of them. */
function captionCount(section: Section): number {
  if (section.kind === 'explorer') return 2;
  return section.kind === 'dark-band' || ('head' in section && section.head?.caption) ? 1 : 0;
}

const hasFigures = (section: Section) =>
  ['stats', 'tiles', 'spec-cards'].includes(section.kind) ||
  ('stats' in section && section.stats) ||
  ('figures' in section && section.figures);

export function RenderedPage({ page }: { page: Page }) {
  let captions = 0;
  const firstFigures = page.sections.findIndex(hasFigures);
  return page.sections.map((section, index) => {
    const Component = sectionComponents[section.kind] as ComponentType<SectionProps>;
    const count = captionCount(section);
    captions += count;
    const cell = count ? captions - count : undefined;
    // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
    return <Component key={index} section={section} page={page} cell={cell} explainsScope={index === firstFigures} />;
  });
}
