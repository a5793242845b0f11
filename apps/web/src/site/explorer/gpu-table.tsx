import { useHydrated } from '../../ui/use-hydrated';
import type { GpuPrice } from '../prices';
import { memoryOf, planNames, priceColumns } from './figures';
import { MAX_COMPARED, type Selection, slugOf } from './selection';
import { type Column, directionOf, nextSort, type SortKey } from './sort';

type Props = { gpus: GpuPrice[]; visible: GpuPrice[]; selection: Selection; onSort: (sort: SortKey) => void };

/** Every GPU with its listed prices. Rows that the filter leaves out stay in the form, so that their ticks are kept. */
export function GpuTable({ gpus, visible, selection, onSort }: Props) {
  const rest = gpus.filter((gpu) => !visible.includes(gpu));
  const hydrated = useHydrated();
  const head = (column: Column, label: string, className = 'n') => (
    <th scope="col" className={className} aria-sort={directionOf(selection.sort, column)}>
      {hydrated ? (
        <button type="button" onClick={() => onSort(nextSort(selection.sort, column))}>
          {label}
        </button>
      ) : (
        label
      )}
    </th>
  );
  return (
    <table className="tt tt--gpu">
      <caption className="vh">List prices of eight GPUs, in rupees and in US dollars</caption>
      <thead>
        <tr>
          <td className="grp" colSpan={2} />
          <th className="grp" colSpan={2} scope="colgroup">
            Rupees
          </th>
          <th className="grp" colSpan={2} scope="colgroup">
            US dollars
          </th>
          <td className="alive" />
        </tr>
        <tr>
          <th scope="col">GPU</th>
          {head('memory', 'Memory', '')}
          {head('inr-hour', planNames.hour)}
          {head('inr-month', planNames.month)}
          {head('usd-hour', planNames.hour, 'n gap')}
          {head('usd-month', planNames.month)}
          <th scope="col" className="n alive">
            Compare
          </th>
        </tr>
      </thead>
      <tbody>
        {[...visible, ...rest].map((gpu) => (
          <GpuRow key={gpu.gpu} gpu={gpu} hidden={rest.includes(gpu)} selection={selection} />
        ))}
      </tbody>
    </table>
  );
}

function GpuRow({ gpu, hidden, selection: { compare } }: { gpu: GpuPrice; hidden: boolean; selection: Selection }) {
  const slug = slugOf(gpu);
  const full = compare.length >= MAX_COMPARED && !compare.includes(slug);
  return (
    <tr hidden={hidden}>
      <th scope="row">{gpu.gpu}</th>
      <td data-l="Memory">{memoryOf(gpu)}</td>
      {priceColumns.map(({ key, label, priceOf }) => (
        <td key={key} className={priceClass[key]} data-l={label}>
          {priceOf(gpu)}
        </td>
      ))}
      <td className="n alive">
        <label className="tick">
          <input type="checkbox" name="compare" value={slug} disabled={full} />
          <span className="vh">Compare {gpu.gpu}</span>
        </label>
      </td>
    </tr>
  );
}

const priceClass = { 'inr-hour': 'n on', 'inr-month': 'n', 'usd-hour': 'n on gap', 'usd-month': 'n' };
