import { Icon } from '../../ui/icon';
import { SoonTag } from '../../ui/soon-tag';
import { isComing } from '../page';
import { allPages } from '../pages/index';
import type { SectionProps } from './parts';

/** The eight pages of the same menu. */
export const RelatedPages = ({ section, page }: SectionProps<'related-pages'>) => (
  <nav id={section.id} className="wrap related-pages" aria-label={`More in ${section.group}`}>
    <ul className="related-pages__list">
      {allPages.map(
        ({ path, nav, sections }) =>
          nav?.group === section.group && (
            <li key={path}>
              <a href={path} aria-current={path === page.path ? 'page' : undefined}>
                {nav.icon && <Icon name={nav.icon} />}
                {nav.label}
                {isComing({ sections }) && <SoonTag />}
              </a>
            </li>
          ),
      )}
    </ul>
  </nav>
);
