import type { IconName } from '../ui/icon';
import type { DrawingName } from './drawings/drawing-name';
import type { MenuGroup } from './navigation';
import type { GpuPrice, PriceTier } from './prices';

/** One band of a page. A new kind is a new member here and one component in `sections/`. */
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

/** Texts (`lead`, `text`, `answer`, `note`) may hold inline `[text](address)`, `**strong**` and `` `code` ``. */
export type Head = {
  /** A few words above the title, after the index cell. */
  caption?: string;
  title: string;
  lead?: string;
};

/** What every band may have. `id` is its anchor; `tone` its background: paper by default. */
export type Band = { id?: string; tone?: 'paper' | 'film' | 'sky' | 'dark' };

type HeadedBand = Band & { head: Head };

/** A link that looks like a button. The first of a list is the primary one. `to` is a path, an anchor or an address. */
export type Action = { label: string; to: string };

/** `value` is set large; one that several pages state comes from the claims register. `label` says what it is. */
export type Figure = { value: string; label: string };

/** One entry of a key: which colour means what. */
export type LegendEntry = { colour: 'core' | 'blue' | 'ink' | 'edge'; label: string };

/**
 * The one h1 of a page. `home`: headline over the drawing; `split`: text left, drawing right; `poster`: the
 * drawing fills half of the screen; `wide`: headline, then
 * one drawing over the full width; `plain`: no drawing. `stats` is a row of four figures.
 */
export type Hero = {
  kind: 'hero';
  layout: 'home' | 'split' | 'poster' | 'wide' | 'plain';
  title: string;
  lead?: string;
  actions?: Action[];
  drawing?: DrawingName;
  /** What the drawing shows, under it. */
  drawingCaption?: string;
  stats?: Figure[];
};

/** A row of up to four figures. */
export type Stats = Band & { kind: 'stats'; head?: Head; figures: Figure[] };

/** Specification tiles, four to a row. */
export type Tiles = HeadedBand & { kind: 'tiles'; tiles: Figure[] };

/** Hairline grid of four columns; cells span one or two. Vary them: some with a figure, some with a drawing. */
export type Bento = HeadedBand & { kind: 'bento'; cells: BentoCell[] };
export type BentoCell = {
  title: string;
  text: string;
  /** The title is a figure and is set large. */
  figure?: boolean;
  /** Spans two columns. */
  wide?: boolean;
  /** Announced, and not there yet. */
  soon?: boolean;
  icon?: IconName;
  drawing?: DrawingName;
  action?: Action;
};

/** Ruled rows: name left, text in the middle, action or figure right. `numbered` where a drawing counts them too. */
export type Rows = HeadedBand & { kind: 'rows'; rows: Row[]; numbered?: boolean };
export type Row = { title: string; text: string; icon?: IconName; figure?: string; action?: Action };

/** Three by three. With eight cells the centre is the core with `centre` in it; with nine the fifth cell is marked. */
export type Grid3x3 = HeadedBand & {
  kind: 'grid-3x3';
  cells: { title: string; text: string; icon?: IconName }[];
  centre?: string;
};

/** Fields of cells drawn to one scale, a cell per GPU. `gpus` is how many; from 1,000 the field is wider than the page. */
export type Scale = HeadedBand & {
  kind: 'scale';
  steps: { figure: string; gpus: number; text: string; action?: Action }[];
};

/** Three stages of one process, side by side. */
export type Process = HeadedBand & { kind: 'process'; panels: { title: string; text: string; drawing: DrawingName }[] };

/** The dark band: what comes next. */
export type DarkBand = Band & {
  kind: 'dark-band';
  caption: string;
  titleLines: string[];
  lead: string;
  actions: Action[];
  drawing: DrawingName;
  legend?: LegendEntry[];
};

/** Cards of specifications. The first is the large one and may carry a drawing. */
export type SpecCards = HeadedBand & {
  kind: 'spec-cards';
  cards: { title: string; rows: Figure[]; action: Action; drawing?: DrawingName }[];
};

/** Eight price cells around a core that switches the currency. Pass `gpus` from `prices.ts`. */
export type Prices = HeadedBand & { kind: 'prices'; gpus: GpuPrice[]; action?: Action };

/** The tier table, with its meter in the row. Pass `tiers` from `prices.ts`. `note` is below it. */
export type Tiers = HeadedBand & { kind: 'tiers'; tiers: PriceTier[]; note?: string };

/** The pricing page's hero, with the switch between rupees and dollars. `source` is printed: who lists the prices, and when. */
export type PriceHero = { kind: 'price-hero'; title: string; lead: string; actions: Action[]; source: string };

/**
 * The price explorer, the site's one island of script: the price list with filter, order and up to three GPUs side by
 * side, then a calculator with the break-even of one GPU as a plot. Pass `gpus` from `prices.ts`; `source` says whose figures the
 * specifications are.
 */
export type Explorer = { kind: 'explorer'; list: HeadedBand; calculator: HeadedBand; gpus: GpuPrice[]; source: string };

/** `numeric` columns are right-aligned. Phones show two cells in a row, or one that is `full`. */
type Column = { label: string; numeric?: boolean; full?: boolean };

/** A plain table: the first cell of each row is its heading. */
export type Table = HeadedBand & { kind: 'table'; columns: Column[]; rows: string[][] };

/** Figures, each with a bar of twenty cells, five percent a cell. The first bar is highlighted. */
export type PercentBars = Band & {
  kind: 'percent-bars';
  head?: Head;
  bars: { label: string; value: string; fillPercent: number; text?: string }[];
  /** What the bars do and do not show. */
  note?: string;
};

/** Rows counted in cells on one ruler; `head.lead` says what a cell means. The first row is highlighted. */
export type BarChart = HeadedBand & { kind: 'bar-chart'; rows: { label: string; value: string; cells: number }[] };

export type Timeline = HeadedBand & { kind: 'timeline'; entries: { year: string; title?: string; text?: string }[] };

/** The map with its four offices; `text` is optional. */
export type Offices = HeadedBand & { kind: 'offices'; offices: { city: string; region: string; text?: string }[] };

export type Team = HeadedBand & { kind: 'team'; members: { role: string; text: string; profile: Action }[] };

/** Numbered steps on one line. */
export type Steps = HeadedBand & { kind: 'steps'; steps: { title: string; text: string }[]; action?: Action };

/** One answer open at a time. `figure` is set large next to the answer. Becomes the page's FAQPage data. */
export type Faq = HeadedBand & { kind: 'faq'; questions: { question: string; answer: string; figure?: string }[] };

/** The legal document screen: its parts in reading order, with a table of contents. `path` is the part's own page. */
export type Legal = Band & { kind: 'legal'; parts: { id: string; title: string; path: string; blocks: Block[] }[] };

/** Running text: guides, notices. `contents` adds a table of contents from the level-2 headings. */
export type Prose = Band & { kind: 'prose'; blocks: Block[]; contents?: boolean };

/** A page of the partners' guides: the guides there are, with the one at `path` marked, and its text. */
export type Guide = Band & { kind: 'guide'; guides: { path: string; label: string }[]; path: string; blocks: Block[] };

/** Text left, drawing right; figures go below the text. */
export type Split = HeadedBand & {
  kind: 'split';
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
export type RelatedPages = Band & { kind: 'related-pages'; group: MenuGroup };

/** A page that is not ready yet: `subject`, its headline, is what it will be, `lead` its own line about that. */
export type ComingSoon = Band & { kind: 'coming-soon'; subject: string; lead: string; actions: Action[] };

/** One line, one link: early access, releases. */
export type Announcement = { kind: 'announcement'; id?: string; label: string; text: string; action: Action };

/** The inquiry form; `hints` says what to mention, `promise` is the figure next to it. */
export type ContactForm = Band & { kind: 'contact-form'; promise: Figure; hintsTitle: string; hints: string[] };

/**
 * Running text for documents and guides. Strings marked "inline" may hold `[text](address)`, `**strong**`
 * and `` `code` ``, nothing else.
 */
export type Block =
  | { kind: 'paragraph'; text: string }
  /** `id` is the anchor; level 2 also appears in the table of contents. */
  | { kind: 'heading'; level: 2 | 3; id: string; text: string }
  | { kind: 'list'; ordered?: boolean; items: string[] }
  /** `title` names the file or the tool above the code. */
  | { kind: 'code'; language: 'sh' | 'ts' | 'js' | 'json' | 'http' | 'yaml' | 'text'; title?: string; code: string }
  | { kind: 'table'; caption: string; columns: string[]; rows: string[][] }
  | { kind: 'note'; tone?: 'plain' | 'warning'; text: string };
