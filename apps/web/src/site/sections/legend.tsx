import type { LegendEntry } from '../section-parts';

/** Which colour means what. */
export const Legend = ({ entries = [] }: { entries?: LegendEntry[] }) =>
  entries.length > 0 && (
    <p className="legend cap">
      {entries.map(({ colour, label }) => (
        <span key={label} className={`key-${colour}`}>
          {label}
        </span>
      ))}
    </p>
  );
