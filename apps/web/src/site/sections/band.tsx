import type { ReactNode } from 'react';
import { Inline } from '../inline';
import type { Head } from '../section-parts';

type Tone = 'paper' | 'film' | 'sky' | 'night';
const tones: Record<Tone, string> = { paper: '', film: ' band--film', sky: ' band--sky', night: ' night' };

type Props = {
  section: { id?: string; tone?: Tone; head?: Head };
  cell?: number;
  /** More classes for the band, and for what is in it. */
  className?: string;
  inner?: string;
  children: ReactNode;
};

/** A full-width band with its head. */
export function Band({ section, cell, className = '', inner = '', children }: Props) {
  return (
    <section id={section.id} className={`band${tones[section.tone ?? 'paper']} ${className}`}>
      <div className={`wrap ${inner}`}>
        {section.head && <BandHead head={section.head} cell={cell} />}
        {children}
      </div>
    </section>
  );
}

/** The caption above a title, with the cell of nine that says which section this is. */
export const Caption = ({ text, cell }: { text: string; cell?: number }) => (
  <p className={cell === undefined ? 'cap' : `cap cap--i cell-${cell % 9}`}>{text}</p>
);

export function BandHead({ head, cell }: { head: Head; cell?: number }) {
  return (
    <header className="head">
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
