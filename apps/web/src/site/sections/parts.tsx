import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon';
import { Inline } from '../inline';
import type { PageHead } from '../page';
import type { Action, Head, LegendEntry, Section, SectionKind } from '../section';

export type SectionProps<Kind extends SectionKind = SectionKind> = {
  section: Extract<Section, { kind: Kind }>;
  /** The page it is on. */
  page: PageHead;
  /** The number of its first captioned band on the page, from 0: the index cell in front of the caption. */
  cell?: number;
  /** Whether it has the first figures of the page, and so the key of their marks. */
  explainsScope?: boolean;
};

type Tone = 'paper' | 'film' | 'sky' | 'dark';
const tones: Record<Tone, string> = { paper: '', film: ' band--film', sky: ' band--sky', dark: ' dark' };

type BandProps = {
  section: { id?: string; tone?: Tone; head?: Head };
  cell?: number;
  /** More classes for the band, and for its content. */
  className?: string;
  inner?: string;
  children: ReactNode;
};

/** A full-width band with its head. */
export function Band({ section, cell, className = '', inner = '', children }: BandProps) {
  return (
    <section id={section.id} className={`band${tones[section.tone ?? 'paper']} ${className}`}>
      <div className={`wrap ${inner}`}>
        {section.head && <BandHead head={section.head} cell={cell} />}
        {children}
      </div>
    </section>
  );
}

/** The caption above a title. Its index cell shows, as one cell of nine, which section this is. */
export const Caption = ({ text, cell }: { text: string; cell?: number }) => (
  <p className={cell === undefined ? 'caption' : `caption caption--indexed cell-${cell % 9}`}>{text}</p>
);

export function BandHead({ head, cell }: { head: Head; cell?: number }) {
  return (
    <header className="band-head">
      {head.caption && <Caption text={head.caption} cell={cell} />}
      <h2>{head.title}</h2>
      {head.lead && (
        <p className="lead">
          <Inline text={head.lead} />
        </p>
      )}
    </header>
  );
}

/** Links as buttons; the first is the primary one. */
export const Actions = ({ actions }: { actions: Action[] }) => (
  <div className="row">
    {actions.map(({ label, to }, index) => (
      <a key={label} className={index === 0 ? 'btn btn--solid' : 'btn'} href={to}>
        {label}
      </a>
    ))}
  </div>
);

/** A link with an arrow. */
export const More = ({ action: { label, to } }: { action: Action }) => (
  <a className="more" href={to}>
    {label}
    <Icon name="arrow" className="icon--small" />
  </a>
);

/** What each colour means. */
export const Legend = ({ entries = [] }: { entries?: LegendEntry[] }) =>
  entries.length > 0 && (
    <p className="legend caption">
      {entries.map(({ colour, label }) => (
        <span key={label} className={`key-${colour}`}>
          {label}
        </span>
      ))}
    </p>
  );

/** The table of contents of a long text. */
export const TableOfContents = ({
  label = 'On this page',
  entries,
  current,
}: {
  label?: string;
  entries: Action[];
  current?: string;
}) => (
  <nav className="table-of-contents" aria-label={label}>
    {entries.map(({ to, label }) => (
      <a key={to} href={to} aria-current={to === current ? 'page' : undefined}>
        {label}
      </a>
    ))}
  </nav>
);

type CellsProps = {
  count: number;
  /** How many cells the full width holds. */
  of: number;
  /** Ends with its last cell, so that a figure can follow. Otherwise as wide as the scale. */
  fit?: boolean;
};

/** A length counted in cells. Decorative: the figure is next to it as text. */
export const Cells = ({ count, of, fit }: CellsProps) => (
  <svg
    className="cells"
    viewBox={`0 0 ${fit ? count : of} 1`}
    width={fit ? `${(100 * count) / of}%` : '100%'}
    height="24"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    <path d={`M0 .5H${count}`} />
  </svg>
);

type MeterProps = {
  /** Filled cells. A range goes on to `to`, in blue. */
  from: number;
  to?: number;
  /** The number of all cells. */
  of: number;
  core?: boolean;
  className?: string;
};

/** A row of cells, some of them filled. Decorative: the number is always text. */
export const Meter = ({ from, to = from, of, core = false, className = '' }: MeterProps) => (
  <svg
    className={`cells meter ${core ? 'core' : ''} ${className}`}
    viewBox={`0 0 ${of} 1`}
    width="100%"
    height="24"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    <path className="rest" d={`M0 .5H${of}`} />
    {to > from && <path className="range" d={`M0 .5H${to}`} />}
    <path d={`M0 .5H${from}`} />
  </svg>
);
