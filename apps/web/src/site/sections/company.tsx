import { Drawing } from '../drawings/drawing';
import { Inline } from '../inline';
import { Band, More, type SectionProps } from './parts';

/** The offices are also listed as text, because the map's labels are small on phones. */
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

export const Team = ({ section, cell }: SectionProps<'team'>) => (
  <Band section={section} cell={cell}>
    <ul className="team">
      {section.members.map(({ role, text, profile }) => (
        <li key={role}>
          <h3>{role}</h3>
          <p className="lead">
            <Inline text={text} />
          </p>
          <More action={profile} />
        </li>
      ))}
    </ul>
  </Band>
);
