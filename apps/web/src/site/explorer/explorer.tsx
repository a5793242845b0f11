import type { GpuPrice } from '../prices';
import { Band, More, type SectionProps } from '../sections/parts';
import { Calculator } from './calculator';
import { Comparison } from './comparison';
import { useCurrencySwitch } from './currency';
import { GpuTable } from './gpu-table';
import { gpuBySlug, MAX_COMPARED, memorySizes, type Selection, sortOptions, visibleGpus } from './selection';
import { type Choose, useSelection } from './use-selection';

type Props = Pick<SectionProps<'explorer'>, 'section' | 'cell'> & {
  /** The build has no selection and renders no buttons that need script. */
  initial?: Selection;
};

/** Price list, comparison and calculator share a selection, which the address carries. */
export function PriceExplorer({ section: { gpus, list, calculator, source }, cell = 0, initial }: Props) {
  const { selection, settled, choose, adjust } = useSelection(gpus, initial);
  useCurrencySwitch(selection.currency, (currency) => choose({ currency }));
  const visible = visibleGpus(gpus, selection);
  return (
    <>
      <Band section={list} cell={cell}>
        <form autoComplete="off" onSubmit={(event) => event.preventDefault()}>
          <TableControls gpus={gpus} shown={visible.length} selection={selection} choose={choose} />
          <ComparisonBar gpus={gpus} compare={selection.compare} />
          <GpuTable gpus={gpus} visible={visible} selection={selection} choose={choose} sortable={!!initial} />
          <p className="caption after-figures">{source}</p>
          {selection.compare.length > 0 && <Comparison gpus={gpus} compare={selection.compare} />}
        </form>
      </Band>
      <Band section={calculator} cell={cell + 1}>
        <Calculator gpus={gpus} selection={selection} settled={settled} choose={choose} adjust={adjust} />
      </Band>
    </>
  );
}

/** The prerendered explorer with its data, for the script that mounts it again. */
export const PriceExplorerIsland = ({ section, cell }: SectionProps<'explorer'>) => (
  <div id="price-explorer" data-props={JSON.stringify({ section, cell })}>
    <PriceExplorer section={section} cell={cell} />
  </div>
);

/** Shows the selection and links to the comparison below the table. It remains visible while scrolling. */
function ComparisonBar({ gpus, compare }: { gpus: GpuPrice[]; compare: string[] }) {
  const names = compare.map((slug) => gpuBySlug(gpus, slug).gpu).join(', ');
  return (
    <div className="comparison-bar needs-script">
      <p role="status">
        {names
          ? `${compare.length} of ${MAX_COMPARED} selected: ${names}`
          : `Select up to ${MAX_COMPARED} GPUs to compare.`}
      </p>
      {names && <More action={{ label: 'Show comparison', to: '#comparison' }} />}
    </div>
  );
}

type ControlProps = { gpus: GpuPrice[]; shown: number; selection: Selection; choose: Choose };

/** Filter and order need script, so they are hidden without it (`.needs-script`). */
const TableControls = ({ gpus, shown, selection, choose }: ControlProps) => (
  <div className="table-controls needs-script">
    <fieldset>
      <legend>Memory in GB, at least</legend>
      <div className="chips">
        {[0, ...memorySizes(gpus)].map((size) => (
          <label key={size}>
            <input
              type="radio"
              name="memory"
              value={size}
              checked={size === selection.memory}
              onChange={() => choose({ memory: size })}
            />
            {size || 'Any'}
          </label>
        ))}
      </div>
    </fieldset>
    <label className="checkbox">
      <input
        type="checkbox"
        name="nvlink"
        checked={selection.nvlink}
        onChange={({ target }) => choose({ nvlink: target.checked })}
      />
      With NVLink only
    </label>
    <label className="select-field">
      Order
      <select
        name="sort"
        value={selection.sort}
        onChange={({ target }) => choose({ sort: target.value as Selection['sort'] })}
      >
        {sortOptions.map(([key, label]) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
    </label>
    <p className="caption" role="status">
      {`${shown} of ${gpus.length} GPUs`}
    </p>
  </div>
);
