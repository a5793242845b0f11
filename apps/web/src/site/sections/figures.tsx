import { type Scope, scopeOf } from '../claims';
import type { Figure } from '../section';
import { Band, type SectionProps } from './parts';

/** A list of figures with their labels; `className` decides the layout. */
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

/** One line under a block of figures: which are contract terms, which are targets, and which are neither. */
export function ScopeNote({ figures }: { figures: Figure[] }) {
  const valuesOf = (scope: Scope) => figures.map(({ value }) => value).filter((value) => scopeOf(value) === scope);
  const [terms, targets, rest] = [valuesOf('contract'), valuesOf('target'), valuesOf('marketing')];
  const isAll = (values: string[]) => values.length === figures.length;
  const sentences = [
    isAll(terms) ? 'These figures are contract terms.' : terms.length && `Contract terms: ${terms.join(', ')}.`,
    isAll(targets) ? 'This figure is a target.' : targets.length && `Target: ${targets.join(', ')}.`,
    isAll(rest)
      ? 'These figures are information. Your order states what is guaranteed.'
      : rest.length && 'The other figures are information, not guarantees.',
  ];
  return <p className="caption after-figures">{sentences.filter(Boolean).join(' ')}</p>;
}

export const Stats = ({ section, cell }: SectionProps<'stats'>) => (
  <Band section={section} cell={cell}>
    <Figures figures={section.figures} className="stats" />
    <ScopeNote figures={section.figures} />
  </Band>
);

export const Tiles = ({ section, cell }: SectionProps<'tiles'>) => (
  <Band section={section} cell={cell}>
    <Figures figures={section.tiles} className="tiles" />
    <ScopeNote figures={section.tiles} />
  </Band>
);
