import { productName } from '../ui/product-name';
import type { NavEntry } from './navigation';
import type { Section } from './section';

/**
 * A page of the site as plain data: no JSX, class names or SVG. Route, navigation, sitemap and structured data all
 * follow from it.
 */
export type Page = PageHead & { sections: Section[] };

export type PageHead = {
  /** The address, with a leading slash and no trailing one: `/product/gpu-servers`. */
  path: string;
  /** Unique; the product's name is appended. */
  title: string;
  /** Unique; one or two sentences, at most 160 characters, for search results and link previews. */
  description: string;
  navColour: NavColour;
  /** Kept out of the sitemap and away from search engines. */
  noindex?: boolean;
  nav?: NavEntry;
  /** The part of it that needs more script than every page has (src/prerender/parts.ts). */
  part?: string;
};

export type NavColour = 'sky' | 'white';

/** Whether the page only announces something. */
export const isComing = ({ sections }: Pick<Page, 'sections'>) => sections.some(({ kind }) => kind === 'coming-soon');

/** The title of the window and of search results. */
export const titleOf = ({ title }: Pick<PageHead, 'title'>) => `${title} | ${productName}`;
