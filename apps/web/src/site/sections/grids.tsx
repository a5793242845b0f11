import { Mark } from '../../ui/brand';
import { Icon } from '../../ui/icon';
import { SoonTag } from '../../ui/soon-tag';
import { Drawing } from '../drawings/drawing';
import { Inline } from '../inline';
import type { BentoCell, Grid3x3 as Grid3x3Section, SpecCards as SpecCardsSection } from '../section';
import { Figures, ScopeKey } from './figures';
import { Band, More, type SectionProps } from './parts';

const BentoTile = ({ title, text, figure, wide, soon, icon, drawing, action }: BentoCell) => (
  <li className={wide ? 'wide' : undefined}>
    {icon && <Icon name={icon} />}
    <h3 className={figure ? 'figure' : undefined}>{title}</h3>
    <p>
      <Inline text={text} />
    </p>
    {soon && <SoonTag />}
    {action && <More action={action} />}
    {drawing && (
      <div className="bento__drawing">
        <Drawing name={drawing} />
      </div>
    )}
  </li>
);

export const Bento = ({ section, cell }: SectionProps<'bento'>) => (
  <Band section={section} cell={cell}>
    <ul className="bento">
      {section.cells.map((each) => (
        <BentoTile key={each.title} {...each} />
      ))}
    </ul>
  </Band>
);

const GridCell = ({ title, text, icon }: Grid3x3Section['cells'][number]) => (
  <li>
    {icon && <Icon name={icon} />}
    <h3>{title}</h3>
    <p className="muted">
      <Inline text={text} />
    </p>
  </li>
);

/** Eight cells surround a core; nine do not. */
export function Grid3x3({ section, cell }: SectionProps<'grid-3x3'>) {
  const cells = section.cells.map((each) => <GridCell key={each.title} {...each} />);
  const core = section.centre && (
    <li key="core" className="grid-3x3__core" aria-hidden="true">
      <Mark />
      {section.centre}
    </li>
  );
  return (
    <Band section={section} cell={cell}>
      <ul className="grid-3x3 grid-3x3--text">{[...cells.slice(0, 4), core, ...cells.slice(4)]}</ul>
    </Band>
  );
}

const SpecCard = ({ card, primary }: { card: SpecCardsSection['cards'][number]; primary: boolean }) => (
  <div>
    <div className="spec-card__top">
      <h3 className="figure">{card.title}</h3>
      <Mark />
    </div>
    <Figures figures={card.rows} className="spec-card__rows" />
    <p className="spec-card__action">
      <a className={primary ? 'btn btn--solid' : 'btn'} href={card.action.to}>
        {card.action.label}
      </a>
    </p>
  </div>
);

export const SpecCards = ({ section, cell, explainsScope }: SectionProps<'spec-cards'>) => (
  <Band section={section} cell={cell}>
    <div className="spec-cards">
      {section.cards.map((card, index) => (
        <article key={card.title} className={card.drawing ? 'spec-card spec-card--drawn' : 'spec-card'}>
          {card.drawing && <Drawing name={card.drawing} />}
          <SpecCard card={card} primary={index === 0} />
        </article>
      ))}
    </div>
    {explainsScope && <ScopeKey />}
  </Band>
);
