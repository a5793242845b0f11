import type { GpuPrice } from '../prices';
import { memoryOf, planNames, priceColumns, requestOf } from './pricing';
import { columnNames, directionOf, MAX_COMPARED, nextSort, type Selection, slugOf } from './selection';
import type { Choose } from './use-selection';

type Props = {
  gpus: GpuPrice[];
  visible: GpuPrice[];
  selection: Selection;
  choose: Choose;
  /** Whether the heads are buttons: only where the script runs. */
  sortable: boolean;
};

/** Every GPU with its listed prices. Rows that the filter hides stay in the document. */
export function GpuTable({ gpus, visible, selection, choose, sortable }: Props) {
  const toggle = (slug: string) => {
    const compared = selection.compare.includes(slug);
    const isChosen = (each: string) => (each === slug ? !compared : selection.compare.includes(each));
    choose({ compare: gpus.map(slugOf).filter(isChosen) });
  };
  const rest = gpus.filter((gpu) => !visible.includes(gpu));
  const head = (column: Parameters<typeof nextSort>[1], label: string, className = 'numeric') => (
    <th scope="col" className={className} aria-sort={directionOf(selection.sort, column)}>
      {sortable ? (
        <button
          type="button"
          aria-label={`Sort by ${columnNames[column].toLowerCase()}`}
          onClick={() => choose({ sort: nextSort(selection.sort, column) })}
        >
          {label}
        </button>
      ) : (
        label
      )}
    </th>
  );
  return (
    <table className="table table--gpus">
      <caption className="visually-hidden">List prices of eight GPUs, in rupees and in US dollars</caption>
      <thead>
        <tr>
          <td className="group-head" colSpan={2} />
          <th className="group-head" colSpan={2} scope="colgroup">
            Rupees
          </th>
          <th className="group-head" colSpan={2} scope="colgroup">
            US dollars
          </th>
          <td colSpan={2} />
        </tr>
        <tr>
          <th scope="col">GPU</th>
          {head('memory', 'Memory', '')}
          {head('inr-hour', planNames.hour)}
          {head('inr-month', planNames.month)}
          {head('usd-hour', planNames.hour, 'numeric group-start')}
          {head('usd-month', planNames.month)}
          <th scope="col" className="numeric">
            Request
          </th>
          <th scope="col" className="numeric needs-script">
            Compare
          </th>
        </tr>
      </thead>
      <tbody>
        {[...visible, ...rest].map((gpu) => (
          <GpuRow key={gpu.gpu} gpu={gpu} hidden={rest.includes(gpu)} compare={selection.compare} toggle={toggle} />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = { gpu: GpuPrice; hidden: boolean; compare: string[]; toggle: (slug: string) => void };

function GpuRow({ gpu, hidden, compare, toggle }: RowProps) {
  const slug = slugOf(gpu);
  const isCompared = compare.includes(slug);
  const isFull = compare.length >= MAX_COMPARED;
  return (
    <tr hidden={hidden}>
      <th scope="row">{gpu.gpu}</th>
      <td data-label="Memory">{memoryOf(gpu)}</td>
      {priceColumns.map(({ key, label, priceOf }) => (
        <td key={key} className={priceClass[key]} data-label={label}>
          {priceOf(gpu)}
        </td>
      ))}
      <td className="numeric gpu-request">
        <a href={requestOf(gpu).to} aria-label={requestOf(gpu).label}>
          Request
        </a>
      </td>
      <td className="numeric needs-script">
        <label className="checkbox">
          <input
            type="checkbox"
            name="compare"
            value={slug}
            checked={isCompared}
            disabled={isFull && !isCompared}
            onChange={() => toggle(slug)}
          />
          <span className="visually-hidden">Compare {gpu.gpu}</span>
        </label>
      </td>
    </tr>
  );
}

const priceClass = {
  'inr-hour': 'numeric emphasis',
  'inr-month': 'numeric',
  'usd-hour': 'numeric emphasis group-start',
  'usd-month': 'numeric',
};
