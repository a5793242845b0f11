import { Inline } from '../inline';
import { Band, More, type SectionProps } from './parts';

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
