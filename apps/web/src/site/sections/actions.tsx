import { Icon } from '../../ui/icon';
import type { Action } from '../section-parts';

/** Links as buttons; the first is the primary one. */
export const Actions = ({ actions }: { actions: Action[] }) => (
  <div className="row">
    {actions.map(({ label, to }, index) => (
      <a key={label} className={index === 0 ? 'btn btn--solid' : 'btn'} href={to}>
        {label}
      </a>
    ))}
  </div>
);

/** A link with an arrow. */
export const More = ({ action: { label, to } }: { action: Action }) => (
  <a className="more" href={to}>
    {label}
    <Icon name="arrow" className="icon--s" />
  </a>
);
