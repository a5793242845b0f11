import { Drawing } from '../drawings/drawing';
import { Band, type SectionProps } from './parts';

/** The map, and the offices as text below it: labels on the map are small on a phone. */
export const Offices = ({ section, cell }: SectionProps<'offices'>) => (
  <Band section={section} cell={cell}>
    <Drawing name="map" />
    <ul className="offices">
      {section.offices.map(({ city, region, text }) => (
        <li key={city}>
          <h3>{city}</h3>
          <p className="muted">{region}</p>
          {text && <p>{text}</p>}
        </li>
      ))}
    </ul>
  </Band>
);
