import type { ReactNode } from 'react';
import type { GpuPrice } from '../prices';
import { Cells, More } from '../sections/parts';
import { PerCurrency } from './currency';
import { bandwidthOf, breakEvenOf, contactAbout, formatPrice, memoryOf, nvlinkOf } from './pricing';
import { gpuBySlug, slugOf } from './selection';

type Line = { label: string; cell?: string; show: (gpu: GpuPrice) => ReactNode; cells?: (gpu: GpuPrice) => number };

const lines: Line[] = [
  { label: 'Memory', cell: '8 GB', show: memoryOf, cells: ({ memoryGb }) => memoryGb / 8 },
  { label: 'Bandwidth', show: ({ bandwidthGbPerS }) => bandwidthOf(bandwidthGbPerS) },
  { label: 'NVLink', show: nvlinkOf },
  { label: 'An hour', show: (gpu) => <PerCurrency>{(currency) => formatPrice(gpu, currency, 'hour')}</PerCurrency> },
  { label: 'A month', show: (gpu) => <PerCurrency>{(currency) => formatPrice(gpu, currency, 'month')}</PerCurrency> },
  { label: 'Break-even', show: (gpu) => <PerCurrency>{(currency) => breakEvenOf(gpu, currency)}</PerCurrency> },
];

const requestOfAll = (chosen: GpuPrice[]) => ({
  label: chosen.length > 1 ? 'Request these GPUs' : 'Request this GPU',
  to: contactAbout(chosen.map(({ gpu }) => gpu).join(', ')),
});

/** All comparisons use the scale of the whole list. */
export function Comparison({ gpus, compare }: { gpus: GpuPrice[]; compare: string[] }) {
  const chosen = compare.map((slug) => gpuBySlug(gpus, slug));
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls on phones must be reachable by keyboard */}
      <section className="scroll" id="comparison" tabIndex={0} aria-label="Side by side">
        <table className={`comparison-table comparison-table--${chosen.length}`}>
          <thead>
            <tr>
              <td />
              {chosen.map((gpu) => (
                <th key={slugOf(gpu)} scope="col">
                  {gpu.gpu}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <ComparisonRow key={line.label} line={line} chosen={chosen} gpus={gpus} />
            ))}
          </tbody>
        </table>
      </section>
      <More action={requestOfAll(chosen)} />
    </>
  );
}

function ComparisonRow({ line, chosen, gpus }: { line: Line; chosen: GpuPrice[]; gpus: GpuPrice[] }) {
  const { label, cell, show, cells } = line;
  const most = cells ? Math.max(...gpus.map(cells)) : 0;
  return (
    <tr>
      <th scope="row">
        {label}
        {cell && <small className="caption">Each square is {cell}</small>}
      </th>
      {chosen.map((gpu) => (
        <td key={slugOf(gpu)}>
          {show(gpu)}
          {cells && <Cells count={cells(gpu)} of={most} />}
        </td>
      ))}
    </tr>
  );
}
