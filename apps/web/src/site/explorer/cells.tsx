type Props = {
  count: number;
  /** How many cells the full width holds. */
  of: number;
  /** Ends with its last cell, so that a figure can follow it; otherwise as wide as the scale. */
  fit?: boolean;
};

/** A length counted in cells. Decorative: the figure stands beside it as text. */
export const Cells = ({ count, of, fit }: Props) => (
  <svg
    className="cells"
    viewBox={`0 0 ${fit ? count : of} 1`}
    width={fit ? `${(100 * count) / of}%` : '100%'}
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    <path d={`M0 .5H${count}`} />
  </svg>
);
