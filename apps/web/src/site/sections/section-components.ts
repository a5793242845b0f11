import { Bars } from './bars';
import { BreakEven } from './break-even';
import { CallToAction } from './call-to-action';
import { ComingSoon } from './coming-soon';
import { Comparison } from './comparison';
import { Counts } from './counts';
import { Diagram } from './diagram';
import { Facts } from './facts';
import { Faq } from './faq';
import { GpuCards } from './gpu-cards';
import { Guide } from './guide';
import { Hero } from './hero';
import { Ladder } from './ladder';
import { Legal } from './legal';
import { Line } from './line';
import { Night } from './night';
import { Nine } from './nine';
import { Offices } from './offices';
import { Plates } from './plates';
import { PriceHero } from './price-hero';
import { Prices } from './prices';
import { Prose } from './prose';
import { Rows } from './rows';
import type { SectionComponents } from './section-props';
import { Sheet } from './sheet';
import { Siblings } from './siblings';
import { Split } from './split';
import { Steps } from './steps';
import { Strip } from './strip';
import { Team } from './team';
import { Tiers } from './tiers';
import { Tiles } from './tiles';
import { Timeline } from './timeline';
import { Timetable } from './timetable';

/** What shows each kind of section, but for the live ones of `live-sections.ts`. */
export const sectionComponents: SectionComponents = {
  bars: Bars,
  'break-even': BreakEven,
  'call-to-action': CallToAction,
  'coming-soon': ComingSoon,
  comparison: Comparison,
  counts: Counts,
  diagram: Diagram,
  facts: Facts,
  faq: Faq,
  'gpu-cards': GpuCards,
  guide: Guide,
  hero: Hero,
  ladder: Ladder,
  legal: Legal,
  line: Line,
  night: Night,
  nine: Nine,
  offices: Offices,
  plates: Plates,
  'price-hero': PriceHero,
  prices: Prices,
  prose: Prose,
  rows: Rows,
  sheet: Sheet,
  siblings: Siblings,
  split: Split,
  steps: Steps,
  strip: Strip,
  team: Team,
  tiers: Tiers,
  tiles: Tiles,
  timeline: Timeline,
  timetable: Timetable,
};
