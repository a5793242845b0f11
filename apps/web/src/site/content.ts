import type { NavHead } from './page';
import type { Placed } from './runs';
import type { LiveKind } from './sections/live-sections';

/** What needs no script; empty where it stands in the document already. */
export type StillHtml = { html: string };

/** A page as the browser gets it: HTML, and as data, between it, the sections that need script. */
export type Content = (StillHtml | Placed)[];

/** A page that needs no script and stands in the document: its first section, and the rest. */
export const standing: Content = [{ html: '' }, { html: '' }];

type LoadContent = () => Promise<{ default: Content }>;

/** What the browser knows of every page, and how it gets the rest. */
export type PageEntry = NavHead & {
  /** The kinds of its sections that need script. */
  live: LiveKind[];
  /** Whether it shows prices, which have styles of their own. */
  prices: boolean;
  content: LoadContent;
  /** For a page that came with the document, where some of it needs script: that alone. */
  awake?: LoadContent;
};
