/** A drawing before it is written to `src/site/drawings`. */
export type Drawing = {
  /** How its text grows on small screens: `wide` ones span a page, the `loop` has words inside. Others have labels. */
  shape?: 'wide' | 'loop';
  viewBox: string;
  /** What it shows, for screen readers. Absent: decorative. */
  label?: string;
  markup: string;
  /** What its letters A, B, C … mean, where a screen is too small for labels. */
  key?: string[];
};
