import { Mark } from '../../ui/brand';
import { Drawing } from '../drawings/drawing';
import type { SpecCards as SpecCardsSection } from '../section';
import { Band, Figures, type SectionProps } from './parts';
import { ScopeNote } from './scope-note';

type CardData = SpecCardsSection['cards'][number];

const Card = ({ card, primary }: { card: CardData; primary: boolean }) => (
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

export const SpecCards = ({ section, cell }: SectionProps<'spec-cards'>) => (
  <Band section={section} cell={cell}>
    <div className="spec-cards">
      {section.cards.map((card, index) => (
        <article key={card.title} className={card.drawing ? 'spec-card spec-card--drawn' : 'spec-card'}>
          {card.drawing && <Drawing name={card.drawing} />}
          <Card card={card} primary={index === 0} />
        </article>
      ))}
    </div>
    <ScopeNote figures={section.cards.flatMap(({ rows }) => rows)} />
  </Band>
);
