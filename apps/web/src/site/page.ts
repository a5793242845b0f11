import type { NavEntry } from './navigation';
import type { Section } from './section';

/**
 * A page of the site as plain data: whatever stands here must survive JSON, because the build evaluates each page
 * once and ships the result, never the code. Route, navigation, sitemap and structured data all follow from it.
 */
export type Page = PageHead & { sections: Section[] };

export type PageHead = {
  /** Where it lies, with a leading slash and no trailing one: `/product/gpu-servers`. */
  path: string;
  /** Unique; the product's name is added behind it. */
  title: string;
  /** Unique; one or two sentences, at most 160 characters, for search results and link previews. */
  description: string;
  navColour: NavColour;
  /** Kept out of the sitemap and away from search engines. */
  noindex?: boolean;
  nav?: NavEntry;
};

/** What the navigation knows of every page; a browser has no use for descriptions. */
export type NavHead = Omit<PageHead, 'description'>;

export type NavColour = 'sky' | 'white';
