import type { Figure } from '../section-parts';

/** A list of figures, each with what it says; `className` decides how it is set. */
export const Figures = ({ figures, className }: { figures: Figure[]; className: string }) => (
  <dl className={className}>
    {figures.map(({ value, label }) => (
      <div key={label + value}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
