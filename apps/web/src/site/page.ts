import { productName } from '../ui/product-name';
import type { NavEntry } from './navigation';
import type { Section } from './section';

/** A page as plain data: no JSX, class names or SVG. Route, navigation, sitemap and structured data use it. */
export type Page = PageHead & { sections: Section[] };

export type PageHead = {
  /** The address, with a leading slash and no trailing one: `/product/gpu-servers`. */
  path: string;
  /** The title must be unique; the product's name is appended. */
  title: string;
  /** The description must be unique: one or two sentences, at most 160 characters, for search results and previews. */
  description: string;
  navColour: NavColour;
  /** The page is not in the sitemap, and search engines leave it out. */
  noindex?: boolean;
  nav?: NavEntry;
  /** The part with its extra script (src/prerender/parts.ts). */
  part?: string;
};

export type NavColour = 'sky' | 'white';

export const isComing = ({ sections }: Pick<Page, 'sections'>) => sections.some(({ kind }) => kind === 'coming-soon');

export const titleOf = ({ title }: Pick<PageHead, 'title'>) => `${title} | ${productName}`;
