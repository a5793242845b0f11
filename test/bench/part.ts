/** What must hold. */
export interface Goal {
  what: string;
  /** One figure per round, of which the median counts. */
  values: number[];
  /** Every figure counts: a page's median each, or a round each. */
  each?: 'page' | 'round';
  limit: number;
  /** `limit` is the least, not the most. */
  least?: boolean;
}

export interface Table {
  head: string[];
  rows: (string | number)[][];
}

export interface Plot {
  /** Below docs/, without `.svg`. */
  name: string;
  title: string;
  unit: string;
  bars: { label: string; value: number; kind?: 'ours' | 'limit' | 'other' }[];
}

/** What a part has found out. */
export interface Findings {
  goals: Goal[];
  tables: { title: string; table: Table }[];
  plots?: Plot[];
  /** Paragraphs in Markdown: how it was measured, and what else there is to say. */
  notes: string[];
}

export interface RunOptions {
  /** How often everything is repeated, the product and its yardstick in turn. */
  rounds: number;
  /** How long one measurement of a rate lasts. */
  seconds: number;
  /** Everything that the part can do, and not its core alone. */
  all: boolean;
  /** How long the load of mixed payments lasts. */
  loadSeconds: number;
  /** Path of the browser. */
  chromium: string;
  say(text: string): void;
}

export interface Part {
  title: string;
  /** @returns a word why it was skipped, where something is missing here. */
  run(options: RunOptions): Promise<Findings | string>;
}

/** The reason of parts that need PostgreSQL, where there is none. */
export const noPostgres = 'skipped: PostgreSQL is not installed (apt-get install postgresql)';
