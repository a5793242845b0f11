/** Texts (`lead`, `text`, `answer`, `note`) may hold inline `[text](address)`, `**strong**` and `` `code` ``. */
export type Head = {
  /** A few words above the title, beside the index cell. */
  caption?: string;
  title: string;
  lead?: string;
};

/** What every band may say. `id` is its anchor; `tone` its ground: paper unless said. */
export type Band = { id?: string; tone?: 'paper' | 'film' | 'sky' | 'night' };

/** A link that looks like a button. The first of a list is the primary one. `to` is a path, an anchor or an address. */
export type Action = { label: string; to: string };

/** `value` is set large; one that several pages state comes from the claims register. `label` says what it is. */
export type Figure = { value: string; label: string };

/** One entry of a key: which colour means what. */
export type LegendEntry = { colour: 'core' | 'blue' | 'ink' | 'edge'; label: string };
