import type { GpuPrice } from '../prices';
import { Cells } from '../sections/parts';
import { PerCurrency } from './currency';
import {
  bandwidthOf,
  breakEvenOf,
  currencies,
  formatPrice,
  hourlyCells,
  memoryOf,
  nvlinkOf,
  planNames,
  requestOf,
} from './pricing';
import { columnNames, directionOf, MAX_COMPARED, nextSort, type Selection, slugOf, writeSelection } from './selection';
import type { Choose } from './use-selection';

type Props = {
  gpus: GpuPrice[];
  visible: GpuPrice[];
  selection: Selection;
  choose: Choose;
  /** Only the script makes the column heads buttons. */
  sortable: boolean;
};

/** Rows that the filter hides remain in the document. */
export function GpuTable({ gpus, visible, selection, choose, sortable }: Props) {
  const rest = gpus.filter((gpu) => !visible.includes(gpu));
  const { currency, sort } = selection;
  const head = (column: Parameters<typeof nextSort>[1], label: string, className = 'numeric') => (
    <th scope="col" className={className} aria-sort={directionOf(sort, column)}>
      {sortable ? (
        <button
          type="button"
          aria-label={`Sort by ${columnNames[column].toLowerCase()}`}
          onClick={() => choose({ sort: nextSort(sort, column) })}
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
      <caption className="visually-hidden">List prices of eight GPUs</caption>
      <thead>
        <tr>
          <th scope="col">GPU</th>
          {head('memory', 'Memory', '')}
          <th scope="col">
            Each square is <PerCurrency>{(each) => (each === 'inr' ? '₹10' : '$0.10')}</PerCurrency>
          </th>
          {head(`${currency}-hour`, planNames.hour)}
          {head(`${currency}-month`, planNames.month)}
          <th scope="col" className="numeric">
            Monthly is cheaper after
          </th>
          <th scope="col" className="numeric">
            Request
          </th>
          <th scope="col" className="numeric needs-script">
            Compare
          </th>
        </tr>
      </thead>
      {[...visible, ...rest].map((gpu) => (
        <GpuRow key={gpu.gpu} {...{ gpu, gpus, selection, choose }} hidden={rest.includes(gpu)} />
      ))}
    </table>
  );
}

type RowProps = Pick<Props, 'gpus' | 'selection' | 'choose'> & { gpu: GpuPrice; hidden: boolean };

function GpuRow({ gpu, gpus, hidden, selection, choose }: RowProps) {
  const { compare } = selection;
  const slug = slugOf(gpu);
  const isCompared = compare.includes(slug);
  const toggle = () => {
    const isChosen = (each: string) => (each === slug ? !isCompared : compare.includes(each));
    choose({ compare: gpus.map(slugOf).filter(isChosen) });
  };
  const scale = Math.max(...gpus.flatMap((each) => currencies.map((currency) => hourlyCells(each, currency))));
  return (
    <tbody hidden={hidden}>
      <tr>
        <th scope="row">{gpu.gpu}</th>
        <td data-label="Memory">{memoryOf(gpu)}</td>
        <td className="full-width">
          <PerCurrency>{(currency) => <Cells count={hourlyCells(gpu, currency)} of={scale} />}</PerCurrency>
        </td>
        <td className="numeric emphasis" data-label="An hour">
          <PerCurrency>{(currency) => formatPrice(gpu, currency, 'hour')}</PerCurrency>
        </td>
        <td className="numeric" data-label="A month">
          <PerCurrency>{(currency) => formatPrice(gpu, currency, 'month')}</PerCurrency>
        </td>
        <td className="numeric" data-label="Monthly is cheaper after">
          <PerCurrency>{(currency) => breakEvenOf(gpu, currency)}</PerCurrency>
        </td>
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
              disabled={compare.length >= MAX_COMPARED && !isCompared}
              onChange={toggle}
            />
            <span className="visually-hidden">Compare {gpu.gpu}</span>
          </label>
        </td>
      </tr>
      <tr className="gpu-specs">
        <td colSpan={8} className="full-width">
          <details>
            <summary>
              Specifications <span className="visually-hidden">of {gpu.gpu}</span>
            </summary>
            <p>{gpu.description}</p>
            <dl className="gpu-facts">
              <dt>Memory bandwidth</dt>
              <dd>{bandwidthOf(gpu.bandwidthGbPerS)}</dd>
              <dt>NVLink</dt>
              <dd>{nvlinkOf(gpu)}</dd>
            </dl>
            <a className="needs-script" href={`?${writeSelection({ ...selection, gpu: slug }, gpus)}#calculator`}>
              Calculate with {gpu.gpu}
            </a>
          </details>
        </td>
      </tr>
    </tbody>
  );
}
