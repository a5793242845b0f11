export type Drawing = {
  /**
   * How the text grows on small screens: `wide` drawings span a page, a `loop` has words inside, others have labels.
   */
  shape?: 'wide' | 'loop';
  viewBox: string;
  /** The description for screen readers. A decorative drawing has none. */
  label?: string;
  markup: string;
  /** The meanings of the letters A, B, C …, for screens too small for labels. */
  key?: string[];
};
