import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon';
import { Inline } from '../inline';
import type { PageHead } from '../page';
import type { Action, Head, LegendEntry, Section, SectionKind } from '../section';

export type SectionProps<Kind extends SectionKind = SectionKind> = {
  section: Extract<Section, { kind: Kind }>;
  page: PageHead;
  /** The page-wide number of the first captioned band, from 0, for the index cell. */
  cell?: number;
  /** True for the page's first figures, which have the key to their marks. */
  explainsScope?: boolean;
};

type Tone = 'paper' | 'film' | 'sky' | 'dark';
const tones: Record<Tone, string> = { paper: '', film: ' band--film', sky: ' band--sky', dark: ' dark' };

type BandProps = {
  section: { id?: string; tone?: Tone; head?: Head };
  cell?: number;
  className?: string;
  inner?: string;
  children: ReactNode;
};

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

/** The index cell shows the section's number as one of nine cells. */
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

/** The first link is the primary button. */
export const Actions = ({ actions }: { actions: Action[] }) => (
  <div className="row">
    {actions.map(({ label, to }, index) => (
      <a key={label} className={index === 0 ? 'btn btn--solid' : 'btn'} href={to}>
        {label}
      </a>
    ))}
  </div>
);

export const More = ({ action: { label, to } }: { action: Action }) => (
  <a className="more" href={to}>
    {label}
    <Icon name="arrow" className="icon--small" />
  </a>
);

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
  /** The number of cells in the full width. */
  of: number;
  /** The row ends with its last cell, so that a figure can follow it. */
  fit?: boolean;
};

/** Decorative: the figure is next to it as text. */
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
  /** Filled cells. A range continues to `to` in blue. */
  from: number;
  to?: number;
  of: number;
  core?: boolean;
  className?: string;
};

/** Decorative: the number is always text. */
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
