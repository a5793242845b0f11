import type { GpuPrice } from '../prices';
import { Comparison } from './comparison';
import { GpuTable } from './gpu-table';
import { MAX_COMPARED } from './selection';
import { TableControls } from './table-controls';
import { useSelectionForm } from './use-selection-form';
import { visibleGpus } from './visible-gpus';

/** The price list: which of it, in which order, and up to three of it side by side. */
export function PriceList({ gpus }: { gpus: GpuPrice[] }) {
  const { ref, selection, choose } = useSelectionForm(gpus);
  const visible = visibleGpus(gpus, selection);
  return (
    <form ref={ref} autoComplete="off" onSubmit={(event) => event.preventDefault()}>
      <TableControls gpus={gpus} shown={visible.length} />
      <GpuTable gpus={gpus} visible={visible} selection={selection} onSort={(sort) => choose({ sort }, 'step')} />
      {selection.compare.length ? (
        <Comparison gpus={gpus} compare={selection.compare} />
      ) : (
        <p className="muted alive">Tick up to {MAX_COMPARED} GPUs in the table to see them side by side.</p>
      )}
    </form>
  );
}
