type Props = {
  /** Filled cells; from `from` to `to` is a range, and blue. */
  from: number;
  to?: number;
  /** All cells. */
  of: number;
  core?: boolean;
  className?: string;
};

/** A row of cells, some of them filled. Decorative: the number is always text. */
export const Meter = ({ from, to = from, of, core = false, className = '' }: Props) => (
  <svg
    className={`cells meter ${core ? 'core' : ''} ${className}`}
    viewBox={`0 0 ${of} 1`}
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    <path className="rest" d={`M0 .5H${of}`} />
    {to > from && <path className="range" d={`M0 .5H${to}`} />}
    <path d={`M0 .5H${from}`} />
  </svg>
);
