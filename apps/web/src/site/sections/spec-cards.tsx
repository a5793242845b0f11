import { Mark } from '../../ui/mark';
import { Drawing } from '../drawings/drawing';
import type { SpecCards as SpecCardsSection } from '../section';
import { Band, Figures, type SectionProps } from './parts';

type CardData = SpecCardsSection['cards'][number];

const Card = ({ card, primary }: { card: CardData; primary: boolean }) => (
  <div>
    <div className="plate__top">
      <h3 className="fig">{card.title}</h3>
      <Mark />
    </div>
    <Figures figures={card.rows} className="plate__rows" />
    <p className="plate__action">
      <a className={primary ? 'btn btn--solid' : 'btn'} href={card.action.to}>
        {card.action.label}
      </a>
    </p>
  </div>
);

export const SpecCards = ({ section, cell }: SectionProps<'spec-cards'>) => (
  <Band section={section} cell={cell}>
    <div className="plates">
      {section.cards.map((card, index) => (
        <article key={card.title} className={card.drawing ? 'plate plate--drawn' : 'plate'}>
          {card.drawing && <Drawing name={card.drawing} />}
          <Card card={card} primary={index === 0} />
        </article>
      ))}
    </div>
  </Band>
);
