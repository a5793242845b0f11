import type { ComponentType } from 'react';
import { PriceExplorerIsland } from '../explorer/explorer';
import type { Section, SectionKind } from '../section';
import { BarChart, PercentBars } from './bar-chart';
import { Bento } from './bento';
import { BreakEven } from './break-even';
import { Announcement, CallToAction } from './call-to-action';
import { Comparison } from './comparison';
import { ContactForm } from './contact-form';
import { DarkBand } from './dark-band';
import { Diagram } from './diagram';
import { Faq } from './faq';
import { GpuCards } from './gpu-cards';
import { Grid3x3 } from './grid-3x3';
import { Guide } from './guide';
import { ComingSoon, Hero } from './hero';
import { Offices } from './offices';
import type { SectionProps } from './parts';
import { PriceHero } from './price-hero';
import { Prices } from './prices';
import { Process } from './process';
import { Legal, Prose } from './prose';
import { RelatedPages } from './related-pages';
import { Rows } from './rows';
import { Scale } from './scale';
import { SpecCards } from './spec-cards';
import { Split } from './split';
import { Stats, Tiles } from './stats';
import { Steps, Timeline } from './steps';
import { Table } from './table';
import { Team } from './team';
import { Tiers } from './tiers';

/** The component of each kind of section. */
export const sectionComponents: { [Kind in SectionKind]: ComponentType<SectionProps<Kind>> } = {
  announcement: Announcement,
  'bar-chart': BarChart,
  bento: Bento,
  'break-even': BreakEven,
  'call-to-action': CallToAction,
  'coming-soon': ComingSoon,
  comparison: Comparison,
  'contact-form': ContactForm,
  'dark-band': DarkBand,
  diagram: Diagram,
  explorer: PriceExplorerIsland,
  faq: Faq,
  'gpu-cards': GpuCards,
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

/** How many captioned bands a section has. Each is numbered on its page by an index cell. */
export function captionCount(section: Section): number {
  if (section.kind === 'explorer') return 2;
  return section.kind === 'dark-band' || ('head' in section && section.head?.caption) ? 1 : 0;
}
