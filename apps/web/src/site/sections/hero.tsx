import { SoonTag } from '../../ui/soon-tag';
import { Drawing, KeyedDrawing } from '../drawings/drawing';
import { Inline } from '../inline';
import type { PageHead } from '../page';
import type { Hero as HeroSection } from '../section';
import { Figures, ScopeNote } from './figures';
import { Actions, type SectionProps } from './parts';

/** Breadcrumb: the menu of the page, and its name there. */
const Crumb = ({ page }: { page: PageHead }) =>
  page.nav &&
  page.nav.group !== 'Direct' &&
  page.nav.group !== 'Legal' && (
    <p className="breadcrumb caption">
      <span>{page.nav.group}</span>
      <span aria-hidden="true">/</span>
      <span>{page.nav.label}</span>
    </p>
  );

const Pitch = ({ lead, actions }: HeroSection) => (
  <>
    {lead && (
      <p className="lead">
        <Inline text={lead} />
      </p>
    )}
    {actions && <Actions actions={actions} />}
  </>
);

const DrawingCaption = ({ section }: { section: HeroSection }) =>
  section.drawingCaption && <figcaption className="caption">{section.drawingCaption}</figcaption>;

/** Headline above the pitch, the drawing to the right. */
const SideBySide = ({ section, page }: { section: HeroSection; page: PageHead }) => (
  <div className="wrap hero__inner">
    <div>
      <Crumb page={page} />
      <h1>{section.title}</h1>
      <Pitch {...section} />
    </div>
    {section.drawing && (
      <figure className="hero__drawing">
        <KeyedDrawing name={section.drawing} />
        <DrawingCaption section={section} />
      </figure>
    )}
  </div>
);

/** Headline left, pitch right, the drawing below over the full width. */
const Across = ({ section, page }: { section: HeroSection; page: PageHead }) => (
  <div className="wrap hero__inner">
    <div className="hero__top">
      <div>
        <Crumb page={page} />
        <h1>{section.title}</h1>
      </div>
      <div>
        <Pitch {...section} />
      </div>
    </div>
    {section.drawing && (
      <figure>
        <KeyedDrawing name={section.drawing} />
        <DrawingCaption section={section} />
      </figure>
    )}
  </div>
);

const layouts = { home: SideBySide, split: SideBySide, wide: Across, plain: Across };

export function Hero({ section, page }: SectionProps<'hero'>) {
  const Layout = layouts[section.layout];
  return (
    <section className={`hero hero--${section.layout}`}>
      <Layout section={section} page={page} />
      {section.stats && (
        <div className="wrap">
          <Figures figures={section.stats} className="stats" />
          <ScopeNote figures={section.stats} />
        </div>
      )}
    </section>
  );
}

export const ComingSoon = ({ section }: SectionProps<'coming-soon'>) => (
  <section id={section.id} className="hero hero--split hero--soon">
    <div className="wrap hero__inner">
      <div>
        <SoonTag />
        <h1>{section.subject}</h1>
        <p className="lead">
          <Inline text={section.lead} />
        </p>
        <Actions actions={section.actions} />
      </div>
      <div className="hero__drawing">
        <Drawing name="burst" />
      </div>
    </div>
  </section>
);
