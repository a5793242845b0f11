import type { Scale as ScaleSection } from '../section';
import { Band, BandHead, Cells, Meter, More, type SectionProps } from './parts';

/** The longest row fills the width. */
export function BarChart({ section, cell }: SectionProps<'bar-chart'>) {
  const longest = Math.max(...section.rows.map(({ cells }) => cells));
  return (
    <Band section={section} cell={cell}>
      <ol className="bar-chart">
        {section.rows.map(({ label, value, cells }, index) => (
          <li key={label} className={index === 0 ? 'core' : undefined}>
            <b>{label}</b>
            <Cells count={cells} of={longest} />
            <span className="bar-chart__value">{value}</span>
          </li>
        ))}
      </ol>
    </Band>
  );
}

type BarData = SectionProps<'percent-bars'>['section']['bars'][number];

/** A minus sign is as wide as a digit, and easier to see than a hyphen. */
const minus = '\u2212';

const Bar = ({ bar, core }: { bar: BarData; core: boolean }) => (
  <li>
    <div>
      <h3>{bar.label}</h3>
      <p className="figure">{bar.value.replace(/^-/, minus)}</p>
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
    {section.note && <p className="caption">{section.note}</p>}
  </section>
);

/** A field of thousands of cells is wider than the page. */
const columnsOf = (gpus: number) => (gpus < 1000 ? Math.ceil(Math.sqrt(gpus)) || 1 : 112);

function Field({ gpus }: { gpus: number }) {
  const columns = gpus === 8 ? 4 : columnsOf(gpus);
  const rows = Math.ceil(gpus / columns);
  const path = Array.from({ length: rows }, (_, row) => `M0 ${row * 10 + 4}h${columns * 10}`).join('');
  return (
    <svg
      className={gpus === 1 ? 'scale__field core' : 'scale__field'}
      width={columns * 10}
      height={rows * 10}
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}

const Step = ({ figure, gpus, text, action }: ScaleSection['steps'][number]) => (
  <li>
    <Field gpus={gpus} />
    <div>
      <h3 className="figure">{figure}</h3>
      <p>{text}</p>
      {action && <More action={action} />}
    </div>
  </li>
);

export const Scale = ({ section, cell }: SectionProps<'scale'>) => (
  <Band section={section} cell={cell} className="band--clip">
    <ol className="scale">
      {section.steps.map((step) => (
        <Step key={step.figure} {...step} />
      ))}
    </ol>
  </Band>
);
