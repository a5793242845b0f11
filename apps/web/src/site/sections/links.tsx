import { Icon } from '../../ui/icon';
import { SoonTag } from '../../ui/soon-tag';
import { Inline } from '../inline';
import { menuIcon } from '../navigation';
import { isComing } from '../page';
import { allPages } from '../pages/index';
import { Actions, Band, More, type SectionProps } from './parts';

export const CallToAction = ({ section }: SectionProps<'call-to-action'>) => (
  <Band section={{ id: section.id, tone: section.tone ?? 'sky' }} inner="call-to-action">
    <div className="stack">
      <h2>{section.title}</h2>
      <p className="lead">
        <Inline text={section.lead} />
      </p>
    </div>
    <Actions actions={section.actions} />
  </Band>
);

export const Announcement = ({ section }: SectionProps<'announcement'>) => (
  <aside id={section.id} className="announcement" aria-label={section.label}>
    <div className="wrap">
      <strong>{section.label}</strong>
      <span>
        <Inline text={section.text} />
      </span>
      <More action={section.action} />
    </div>
  </aside>
);

export const RelatedPages = ({ section, page }: SectionProps<'related-pages'>) => (
  <nav id={section.id} className="wrap related-pages" aria-label={`More in ${section.group}`}>
    <ul className="related-pages__list">
      {allPages.map(
        ({ path, nav, sections }) =>
          nav?.group === section.group && (
            <li key={path}>
              <a href={path} aria-current={path === page.path ? 'page' : undefined}>
                <Icon name={menuIcon(path)} />
                {nav.label}
                {isComing({ sections }) && <SoonTag />}
              </a>
            </li>
          ),
      )}
    </ul>
  </nav>
);
