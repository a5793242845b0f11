/** What the bundler made, as the pages refer to it. */
export type Assets = {
  /** All of the site's styles, minified; they stand in every page. */
  css: string;
  /** The inline script of every page but `/callback`, minified. */
  headSnippet: string;
  /** The inline script of `/callback`. */
  callbackSnippet: string;
  /** The symbols that icons refer to. */
  sprite: string;
  /** The favicon, as a `data:` address. */
  favicon: string;
  /** The address of the chunk that was made for this module (below `src`). */
  chunkOf: (module: string) => string;
  /** The addresses of the chunks that these modules (below `src`) and the entry need. */
  chunksOf: (modules: string[]) => string[];
};

export type Settings = { publicUrl: string; contactEmail: string; homeScriptUrl: string };

/** A file of the site: its name below the root, and what is in it. */
export type SiteFile = { name: string; body: string };
