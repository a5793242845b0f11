import type { DrawingName } from '../ui/drawing-name';
import type { IconName } from '../ui/icon-name';
import type { Block } from './block';
import type { MenuGroup } from './navigation';
import type { GpuPrice, PriceTier } from './prices';
import type { Action, Band, Figure, Head, LegendEntry } from './section-parts';

/** One band of a page. A new kind of band is a new member here and one component in `sections/`. */
export type Section =
  | Hero
  | Facts
  | Tiles
  | Sheet
  | Rows
  | Nine
  | Ladder
  | Line
  | Night
  | Plates
  | Prices
  | Tiers
  | PriceHero
  | Explorer
  | Calculator
  | BreakEven
  | GpuCards
  | Timetable
  | Bars
  | Counts
  | Comparison
  | Timeline
  | Offices
  | Team
  | Steps
  | Faq
  | Legal
  | Prose
  | Guide
  | Split
  | Diagram
  | CallToAction
  | Siblings
  | ComingSoon
  | Strip
  | ContactForm;

export type SectionKind = Section['kind'];

/** Kinds that need script, which comes with a page that shows one; every other kind is plain HTML. */
export type LiveKind = 'explorer' | 'calculator' | 'contact-form';

/**
 * The one h1 of a page. `home`: headline over the drawing; `split`: text left, drawing right; `wide`: headline, then
 * one drawing over the full width; `plain`: no drawing. `facts` is the row of four figures on a rule.
 */
export type Hero = {
  kind: 'hero';
  layout: 'home' | 'split' | 'wide' | 'plain';
  title: string;
  lead?: string;
  actions?: Action[];
  drawing?: DrawingName;
  /** What the drawing shows, under it. */
  drawingCaption?: string;
  facts?: Figure[];
};

/** Up to four figures on one rule. */
export type Facts = Band & { kind: 'facts'; head?: Head; figures: Figure[] };

/** Specification tiles, four to a row; eight look best. */
export type Tiles = Band & { kind: 'tiles'; head: Head; tiles: Figure[] };

/** Hairline grid of four columns; cells span one or two. Vary them: a figure here, a drawing there. */
export type Sheet = Band & { kind: 'sheet'; head: Head; cells: SheetCell[] };
export type SheetCell = {
  title: string;
  text: string;
  /** The title is a figure and is set large. */
  figure?: boolean;
  /** Spans two columns. */
  wide?: boolean;
  icon?: IconName;
  drawing?: DrawingName;
  action?: Action;
};

/** Ruled rows: name left, text in the middle, action or figure right. `numbered` where a drawing counts them too. */
export type Rows = Band & { kind: 'rows'; head: Head; rows: Row[]; numbered?: boolean };
export type Row = { title: string; text: string; icon?: IconName; figure?: string; action?: Action };

/** Three by three. With eight cells the centre is the core with `centre` in it; with nine the fifth cell is marked. */
export type Nine = Band & {
  kind: 'nine';
  head: Head;
  cells: { title: string; text: string; icon?: IconName }[];
  centre?: string;
};

/** Fields of cells drawn to one scale, one cell a GPU. `gpus` is how many; from 1,000 the field runs off the page. */
export type Ladder = Band & {
  kind: 'ladder';
  head: Head;
  steps: { figure: string; gpus: number; text: string; action?: Action }[];
};

/** Three panels under one stroke. */
export type Line = Band & { kind: 'line'; head: Head; panels: { title: string; text: string; drawing: DrawingName }[] };

/** The dark band: what comes next. Each line of the title stands by itself. */
export type Night = Band & {
  kind: 'night';
  caption: string;
  titleLines: string[];
  lead: string;
  actions: Action[];
  drawing: DrawingName;
  legend?: LegendEntry[];
};

/** Rating plates. The first is the large one and may carry a drawing. */
export type Plates = Band & {
  kind: 'plates';
  head: Head;
  plates: { title: string; rows: Figure[]; action: Action; drawing?: DrawingName }[];
};

/** Eight price cells around a core that switches the currency. Pass `gpus` from `prices.ts`. */
export type Prices = Band & { kind: 'prices'; head: Head; gpus: GpuPrice[]; action?: Action };

/** The tier table, with its meter in the row. Pass `tiers` from `prices.ts`. */
export type Tiers = Band & { kind: 'tiers'; head: Head; tiers: PriceTier[] };

/** The pricing page's hero: each price an hour, counted in cells, and the switch between rupees and dollars. */
export type PriceHero = { kind: 'price-hero'; title: string; lead: string; actions: Action[]; gpus: GpuPrice[] };

/** The price list with filter, order and up to three GPUs side by side. Pass `gpus` from `prices.ts`. */
export type Explorer = Band & { kind: 'explorer'; head: Head; gpus: GpuPrice[] };

/** GPUs × hours → cost by each plan, and the break-even of one GPU as a plot. */
export type Calculator = Band & { kind: 'calculator'; head: Head; gpus: GpuPrice[] };

/** After how many hours a month pays for itself, for every GPU; stands under a calculator, without a head. */
export type BreakEven = Band & { kind: 'break-even'; gpus: GpuPrice[] };

/** Memory, bandwidth and NVLink of each GPU; `source` says whose figures they are. */
export type GpuCards = Band & { kind: 'gpu-cards'; head: Head; gpus: GpuPrice[]; source: string };

/** A plain table: the first cell of each row is its heading. `numeric` columns stand right. */
export type Timetable = Band & {
  kind: 'timetable';
  head: Head;
  columns: { label: string; numeric?: boolean }[];
  rows: string[][];
};

/** Large figures, each with a bar of twenty cells, five percent a cell. The first bar is the core's. */
export type Bars = Band & {
  kind: 'bars';
  head?: Head;
  bars: { label: string; value: string; fillPercent: number; text?: string }[];
};

/** Rows counted in cells on one ruler; `head.lead` says what a cell stands for. The first row is the core's. */
export type Counts = Band & {
  kind: 'counts';
  head: Head;
  rows: { label: string; value: string; cells: number }[];
};

/** The same ruler for two: a baseline of ten cells, and below it ours. */
export type Comparison = Band & {
  kind: 'comparison';
  head: Head;
  baseline: string;
  ours: string;
  rows: { label: string; note: string; baselineCells: number; cells: number }[];
};

export type Timeline = Band & {
  kind: 'timeline';
  head: Head;
  entries: { year: string; title?: string; text: string }[];
};

/** The map with its four offices; `text` is optional. */
export type Offices = Band & {
  kind: 'offices';
  head: Head;
  offices: { city: string; region: string; text?: string }[];
};

export type Team = Band & { kind: 'team'; head: Head; members: { role: string; text: string; profile: Action }[] };

/** Numbered steps on one line. */
export type Steps = Band & { kind: 'steps'; head: Head; steps: { title: string; text: string }[]; action?: Action };

/** One answer open at a time. `figure` is set large beside the answer. Becomes the page's FAQPage data. */
export type Faq = Band & {
  kind: 'faq';
  head: Head;
  questions: { question: string; answer: string; figure?: string }[];
};

/** The legal document screen: its parts in reading order, with a table of contents. `path` is the part's own page. */
export type Legal = Band & { kind: 'legal'; parts: { id: string; title: string; path: string; blocks: Block[] }[] };

/** Running text: guides, notices. `contents` adds a table of contents from the level-2 headings. */
export type Prose = Band & { kind: 'prose'; blocks: Block[]; contents?: boolean };

/** A page of the partners' guides: the guides there are, with the one at `path` marked, and its text. */
export type Guide = Band & { kind: 'guide'; guides: { path: string; label: string }[]; path: string; blocks: Block[] };

/** Text left, drawing right; figures may stand under the text. */
export type Split = Band & {
  kind: 'split';
  head: Head;
  text?: string;
  list?: string[];
  figures?: Figure[];
  actions?: Action[];
  drawing: DrawingName;
  legend?: LegendEntry[];
};

/** One drawing over the full width. */
export type Diagram = Band & {
  kind: 'diagram';
  head?: Head;
  drawing: DrawingName;
  caption: string;
  legend?: LegendEntry[];
};

export type CallToAction = Band & { kind: 'call-to-action'; title: string; lead: string; actions: Action[] };

/** The row of the eight pages of a menu, this one marked. */
export type Siblings = Band & { kind: 'siblings'; group: MenuGroup };

/** A page that is still to come: `subject` is what it will be, `lead` its own line about that. */
export type ComingSoon = Band & { kind: 'coming-soon'; subject: string; lead: string; actions: Action[] };

/** The early-access strip: one line, one link. */
export type Strip = { kind: 'strip'; id?: string; label: string; text: string; action: Action };

/** The inquiry form; `hints` is what is worth telling, `promise` the figure beside it. */
export type ContactForm = Band & { kind: 'contact-form'; promise: Figure; hintsTitle: string; hints: string[] };
