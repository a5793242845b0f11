import type { IconName } from '../ui/icon';
import type { DrawingName } from './drawings/drawing-name';
import type { MenuGroup } from './navigation';
import type { GpuPrice, PriceTier } from './prices';

/** One band of a page. A new kind is a member here and a component in `sections/`. */
export type Section =
  | Hero
  | Stats
  | Tiles
  | Bento
  | Rows
  | Grid3x3
  | Scale
  | Process
  | DarkBand
  | SpecCards
  | Prices
  | Tiers
  | PriceHero
  | Explorer
  | Table
  | PercentBars
  | BarChart
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
  | RelatedPages
  | ComingSoon
  | Announcement
  | ContactForm;

export type SectionKind = Section['kind'];

/** The texts `lead`, `text`, `answer` and `note` may have inline `[text](address)`, `**strong**` and `` `code` ``. */
export type Head = {
  /** A few words above the title, after the index cell. */
  caption?: string;
  title: string;
  lead?: string;
};

/** Fields of every band: `id` is its anchor, `tone` its background (paper by default). */
export type Band = { id?: string; tone?: 'paper' | 'film' | 'sky' | 'dark' };

type HeadedBand = Band & { head: Head };

/** A link that looks like a button; the first of a list is primary. `to` is a path, an anchor or an address. */
export type Action = { label: string; to: string };

/** `value` is set large. If several pages state it, it comes from the claims register. */
export type Figure = { value: string; label: string };

export type LegendEntry = { colour: 'core' | 'blue' | 'ink' | 'edge'; label: string };

/**
 * The h1 of a page. `home`: headline over the drawing; `split`: text left, drawing right; `poster`: the drawing fills
 * half of the screen; `wide`: one drawing over the full width; `plain`: no drawing. `stats` has four figures.
 */
export type Hero = {
  kind: 'hero';
  layout: 'home' | 'split' | 'poster' | 'wide' | 'plain';
  title: string;
  lead?: string;
  actions?: Action[];
  drawing?: DrawingName;
  /** The drawing's caption. */
  drawingCaption?: string;
  stats?: Figure[];
};

export type Stats = Band & { kind: 'stats'; head?: Head; figures: Figure[] };

/** Specification tiles, four to a row. */
export type Tiles = HeadedBand & { kind: 'tiles'; tiles: Figure[] };

/** A grid of four columns; cells span one or two. Vary them: some with a figure, some with a drawing. */
export type Bento = HeadedBand & { kind: 'bento'; cells: BentoCell[] };
export type BentoCell = {
  title: string;
  text: string;
  /** The title is a figure and is set large. */
  figure?: boolean;
  wide?: boolean;
  soon?: boolean;
  icon?: IconName;
  drawing?: DrawingName;
  action?: Action;
};

/** Rows with the name left, text in the middle, action or figure right. `numbered` matches a numbered drawing. */
export type Rows = HeadedBand & { kind: 'rows'; rows: Row[]; numbered?: boolean };
export type Row = { title: string; text: string; icon?: IconName; figure?: string; action?: Action };

/** Three by three. Eight cells surround `centre`; of nine cells, the fifth is marked. */
export type Grid3x3 = HeadedBand & {
  kind: 'grid-3x3';
  cells: { title: string; text: string; icon?: IconName }[];
  centre?: string;
};

/** Fields of cells to one scale, a cell per GPU. From 1,000 `gpus` on, a field is wider than the page. */
export type Scale = HeadedBand & {
  kind: 'scale';
  steps: { figure: string; gpus: number; text: string; action?: Action }[];
};

export type Process = HeadedBand & { kind: 'process'; panels: { title: string; text: string; drawing: DrawingName }[] };

export type DarkBand = Band & {
  kind: 'dark-band';
  caption: string;
  titleLines: string[];
  lead: string;
  actions: Action[];
  drawing: DrawingName;
  legend?: LegendEntry[];
};

/** The first card is the large one and may have a drawing. */
export type SpecCards = HeadedBand & {
  kind: 'spec-cards';
  cards: { title: string; rows: Figure[]; action: Action; drawing?: DrawingName }[];
};

/** Eight price cells around a currency switch. Pass `gpus` from `prices.ts`. */
export type Prices = HeadedBand & { kind: 'prices'; gpus: GpuPrice[]; action?: Action };

/** The tier table. Pass `tiers` from `prices.ts`. `note` is below it. */
export type Tiers = HeadedBand & { kind: 'tiers'; tiers: PriceTier[]; note?: string };

/** The pricing page's hero with the currency switch. `source` is printed: the price list's owner and date. */
export type PriceHero = { kind: 'price-hero'; title: string; lead: string; actions: Action[]; source: string };

/**
 * The price list with filter, order and comparison, then a calculator with a plot. Pass `gpus` from `prices.ts`;
 * `source` names the source of the specifications.
 */
export type Explorer = { kind: 'explorer'; list: HeadedBand; calculator: HeadedBand; gpus: GpuPrice[]; source: string };

/** `numeric` columns are right-aligned. Phones show two cells in a row, or one that is `full`. */
type Column = { label: string; numeric?: boolean; full?: boolean };

/** The first cell of each row is its heading. */
export type Table = HeadedBand & { kind: 'table'; columns: Column[]; rows: string[][] };

/** Figures with bars of twenty cells, five per cent each. The first bar is highlighted. */
export type PercentBars = Band & {
  kind: 'percent-bars';
  head?: Head;
  bars: { label: string; value: string; fillPercent: number; text?: string }[];
  /** A note on the meaning of the bars. */
  note?: string;
};

/** Rows of cells on one ruler; `head.lead` explains a cell. The first row is highlighted. */
export type BarChart = HeadedBand & { kind: 'bar-chart'; rows: { label: string; value: string; cells: number }[] };

export type Timeline = HeadedBand & { kind: 'timeline'; entries: { year: string; title?: string; text?: string }[] };

export type Offices = HeadedBand & { kind: 'offices'; offices: { city: string; region: string; text?: string }[] };

export type Team = HeadedBand & { kind: 'team'; members: { role: string; text: string; profile: Action }[] };

export type Steps = HeadedBand & { kind: 'steps'; steps: { title: string; text: string }[]; action?: Action };

/** One answer is open at a time. `figure` is large next to it. The page's FAQPage data comes from here. */
export type Faq = HeadedBand & { kind: 'faq'; questions: { question: string; answer: string; figure?: string }[] };

/** The legal screen: its parts in reading order, with a table of contents. `path` is the part's page. */
export type Legal = Band & { kind: 'legal'; parts: { id: string; title: string; path: string; blocks: Block[] }[] };

/** Running text. `contents` adds a table of contents from the level-2 headings. */
export type Prose = Band & { kind: 'prose'; blocks: Block[]; contents?: boolean };

/** A partner guide with links to the others; the one at `path` is marked. */
export type Guide = Band & { kind: 'guide'; guides: { path: string; label: string }[]; path: string; blocks: Block[] };

/** Text is left and the drawing right; figures follow the text. */
export type Split = HeadedBand & {
  kind: 'split';
  text?: string;
  list?: string[];
  figures?: Figure[];
  actions?: Action[];
  drawing: DrawingName;
  legend?: LegendEntry[];
};

export type Diagram = Band & {
  kind: 'diagram';
  head?: Head;
  drawing: DrawingName;
  caption: string;
  legend?: LegendEntry[];
};

export type CallToAction = Band & { kind: 'call-to-action'; title: string; lead: string; actions: Action[] };

export type RelatedPages = Band & { kind: 'related-pages'; group: MenuGroup };

/** A coming page: `subject` is its headline, `lead` the line about it. */
export type ComingSoon = Band & { kind: 'coming-soon'; subject: string; lead: string; actions: Action[] };

export type Announcement = { kind: 'announcement'; id?: string; label: string; text: string; action: Action };

/** `hints` suggests details to mention, `promise` is the figure next to the form. */
export type ContactForm = Band & { kind: 'contact-form'; promise: Figure; hintsTitle: string; hints: string[] };

type CodeLanguage = 'sh' | 'ts' | 'js' | 'json' | 'http' | 'yaml' | 'text' | 'python' | 'go' | 'php' | 'java';

/**
 * Running text for documents and guides. Inline strings may have `[text](address)`, `**strong**` and `` `code` `` only.
 */
export type Block =
  | { kind: 'paragraph'; text: string }
  /** `id` is the anchor. Level 2 also appears in the table of contents. */
  | { kind: 'heading'; level: 2 | 3; id: string; text: string }
  | { kind: 'list'; ordered?: boolean; items: string[] }
  /** `title` names the file or tool above the code. */
  | { kind: 'code'; language: CodeLanguage; title?: string; code: string }
  /** On phones each cell names its column, unless `hasLabels` is false. `rowIds` are the anchors of the rows. */
  | { kind: 'table'; caption: string; columns: string[]; rows: string[][]; hasLabels?: boolean; rowIds?: string[] }
  | { kind: 'drawing'; drawing: DrawingName; caption: string }
  | { kind: 'note'; tone?: 'plain' | 'warning'; text: string };
