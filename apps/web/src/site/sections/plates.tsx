import { Mark } from '../../ui/mark';
import { Drawing } from '../drawings/drawing';
import type { Plates as PlatesSection } from '../section';
import { Band } from './band';
import { Figures } from './figures';
import type { SectionProps } from './section-props';

type PlateData = PlatesSection['plates'][number];

const Rating = ({ plate, primary }: { plate: PlateData; primary: boolean }) => (
  <div>
    <div className="plate__top">
      <h3 className="fig">{plate.title}</h3>
      <Mark />
    </div>
    <Figures figures={plate.rows} className="plate__rows" />
    <p className="plate__action">
      <a className={primary ? 'btn btn--solid' : 'btn'} href={plate.action.to}>
        {plate.action.label}
      </a>
    </p>
  </div>
);

export const Plates = ({ section, cell }: SectionProps<'plates'>) => (
  <Band section={section} cell={cell}>
    <div className="plates">
      {section.plates.map((plate, index) => (
        <article key={plate.title} className={plate.drawing ? 'plate plate--drawn' : 'plate'}>
          {plate.drawing && <Drawing name={plate.drawing} />}
          <Rating plate={plate} primary={index === 0} />
        </article>
      ))}
    </div>
  </Band>
);
