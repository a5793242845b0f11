import type { Scale as ScaleSection } from '../section';
import { Band, More, type SectionProps } from './parts';

/** Columns of a field of cells. The field of thousands is wider than the page. */
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
