import { BandHead, Meter, type SectionProps } from './parts';

type BarData = SectionProps<'percent-bars'>['section']['bars'][number];

/** As long as a digit is wide; a hyphen gets lost at this size. */
const minus = '\u2212';

/** Twenty cells, five percent each. */
const Bar = ({ bar, core }: { bar: BarData; core: boolean }) => (
  <li>
    <div>
      <h3>{bar.label}</h3>
      <p className="figure figure--xl">{bar.value.replace(/^-/, minus)}</p>
      {bar.text && <p className="muted">{bar.text}</p>}
    </div>
    <div role="img" aria-label={`Bar filled to ${bar.fillPercent}%`}>
      <Meter from={bar.fillPercent / 5} of={20} core={core} />
    </div>
  </li>
);

export const PercentBars = ({ section, cell }: SectionProps<'percent-bars'>) => (
  <section id={section.id} className="wrap percent-bars">
    {section.head ? <BandHead head={section.head} cell={cell} /> : <h2 className="visually-hidden">Figures</h2>}
    <ol className="percent-bars__list">
      {section.bars.map((bar, index) => (
        <Bar key={bar.label} bar={bar} core={index === 0} />
      ))}
    </ol>
  </section>
);
