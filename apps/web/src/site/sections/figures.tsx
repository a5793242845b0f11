import { scopeOf } from '../claims';
import type { Figure } from '../section';
import { Band, type SectionProps } from './parts';

/**
 * Figures with labels; `className` sets the layout. The style sheet draws a filled square for a contract term, an open
 * one for information.
 */
export const Figures = ({ figures, className }: { figures: Figure[]; className: string }) => (
  <dl className={className}>
    {figures.map(({ value, label }) => {
      const scope = scopeOf(value);
      return (
        <div key={label + value}>
          <dt className={scope === 'contract' ? 'scope scope--contract' : 'scope'}>
            {label}
            {scope === 'target' && ' (target)'}
            {scope === 'contract' && <span className="visually-hidden"> (contract term)</span>}
          </dt>
          <dd>{value}</dd>
        </div>
      );
    })}
  </dl>
);

/** The key to the squares appears once on a page, after its first figures. */
export const ScopeKey = () => (
  <p className="caption after-figures scope-key">
    <span className="scope scope--contract">contract term</span>{' '}
    <span className="scope">information, no guarantee</span>
  </p>
);

export const Stats = ({ section, cell, explainsScope }: SectionProps<'stats'>) => (
  <Band section={section} cell={cell}>
    <Figures figures={section.figures} className="stats" />
    {explainsScope && <ScopeKey />}
  </Band>
);

export const Tiles = ({ section, cell, explainsScope }: SectionProps<'tiles'>) => (
  <Band section={section} cell={cell}>
    <Figures figures={section.tiles} className="tiles" />
    {explainsScope && <ScopeKey />}
  </Band>
);
