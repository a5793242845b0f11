/** What the bundler made, as the pages refer to it. */
export type Assets = {
  /** Minified styles: `index` for every page, `application` and `pricing` in addition to it. */
  css: { index: string; application: string; pricing: string };
  /** The inline script of every page, minified. */
  headSnippet: string;
  /** The symbols that icons refer to. */
  sprite: string;
  /** The favicon, as a `data:` address. */
  favicon: string;
  /** Address of the site's font. */
  font: string;
  /** Address of the script that every page ends with. */
  script: string;
  /** Addresses of the chunks that these modules (below `src`) need, except those of the script. */
  chunksOf: (modules: string[]) => string[];
};

export type Settings = { publicUrl: string; contactEmail: string; homeScriptUrl: string };

/** A file of the site: its name below the root, and its content. */
export type SiteFile = { name: string; body: string };
