import { Inline } from '../inline';
import { More } from './actions';
import { Band } from './band';
import type { SectionProps } from './section-props';

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
