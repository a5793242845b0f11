import { SoonTag } from '../../ui/soon-tag';
import { Drawing, KeyedDrawing } from '../drawings/drawing';
import { Inline } from '../inline';
import type { PageHead } from '../page';
import type { Hero as HeroSection } from '../section';
import { Figures, ScopeKey } from './figures';
import { Actions, type SectionProps } from './parts';

const Crumb = ({ page }: { page: PageHead }) =>
  page.nav &&
  !['Direct', 'Legal'].includes(page.nav.group) && (
    <p className="breadcrumb caption">
      <span>{page.nav.group}</span>
      <span aria-hidden="true">/</span>
      <span>{page.nav.label}</span>
    </p>
  );

/** A name of the API breaks before its capitals on narrow screens. */
const Title = ({ text }: { text: string }) => (
  <h1>{text.split(/(?<=^\w+)(?=[A-Z]\w*$)/).flatMap((part, index) => (index ? [<wbr key={part} />, part] : part))}</h1>
);

const Pitch = ({ lead, actions }: Pick<HeroSection, 'lead' | 'actions'>) => (
  <>
    {lead && (
      <p className="lead">
        <Inline text={lead} />
      </p>
    )}
    {actions && <Actions actions={actions} />}
  </>
);

const HeroDrawing = ({ section, className }: { section: HeroSection; className?: string }) =>
  section.drawing && (
    <figure className={className}>
      <KeyedDrawing name={section.drawing} />
      {section.drawingCaption && <figcaption className="caption">{section.drawingCaption}</figcaption>}
    </figure>
  );

type LayoutProps = { section: HeroSection; page: PageHead };

const SplitLayout = ({ section, page }: LayoutProps) => (
  <div className="wrap hero__inner">
    <div>
      <Crumb page={page} />
      <h1>{section.title}</h1>
      <Pitch {...section} />
    </div>
    <HeroDrawing section={section} className="hero__drawing" />
  </div>
);

const WideLayout = ({ section, page }: LayoutProps) => (
  <div className="wrap hero__inner">
    <div className="hero__top">
      <div>
        <Crumb page={page} />
        <Title text={section.title} />
      </div>
      <div>
        <Pitch {...section} />
      </div>
    </div>
    <HeroDrawing section={section} />
  </div>
);

const layouts = { home: SplitLayout, split: SplitLayout, poster: SplitLayout, wide: WideLayout, plain: WideLayout };

export function Hero({ section, page, explainsScope }: SectionProps<'hero'>) {
  const Layout = layouts[section.layout];
  return (
    <section className={`hero hero--${section.layout}`}>
      <Layout section={section} page={page} />
      {section.stats && (
        <div className="wrap">
          <Figures figures={section.stats} className="stats" />
          {explainsScope && <ScopeKey />}
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
        <Pitch {...section} />
      </div>
      <div className="hero__drawing">
        <Drawing name="burst" />
      </div>
    </div>
  </section>
);
