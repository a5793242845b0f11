/** The specification's requirements for one page. Written from the specification, not from the content files. */
export interface SpecPage {
  path: string;
  nav: 'sky' | 'white' | 'none';
  /** Texts that the page must contain. Letter case and digit grouping do not count. */
  facts: string[];
  /** Links that must lead there: label, address. A label may occur more than once. */
  links?: [label: string, to: string][];
  /** How many elements of a kind there are: selector, count. */
  counts?: [selector: string, count: number][];
  /** Not for search engines. */
  noindex?: true;
}
