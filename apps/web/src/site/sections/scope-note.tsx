import { type Scope, scopeOf } from '../claims';
import type { Figure } from '../section';

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
