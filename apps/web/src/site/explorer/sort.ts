import type { GpuPrice } from '../prices';
import { priceColumns } from './figures';
import { type Currency, type Plan, priceMinor } from './money';

export type Column = 'memory' | `${Currency}-${Plan}`;

/** A column, or a column after a minus for the largest first; `listed` is the order of the price list. */
export type SortKey = 'listed' | Column | `-${Column}`;

const columnLabels: [Column, string][] = [
  ['memory', 'Memory'],
  ...priceColumns.map(({ key, label }): [Column, string] => [key, label]),
];

/** Every order there is, and how a person says it. */
export const sortLabels: [SortKey, string][] = [
  ['listed', 'As listed'],
  ...columnLabels.flatMap(([column, label]): [SortKey, string][] => [
    [column, `${label}, least first`],
    [`-${column}`, `${label}, most first`],
  ]),
];

export const isSortKey = (text: string): text is SortKey => sortLabels.some(([key]) => key === text);

/** What `aria-sort` says of a column. */
export function directionOf(sort: SortKey, column: Column): 'ascending' | 'descending' | undefined {
  if (sort === column) return 'ascending';
  return sort === `-${column}` ? 'descending' : undefined;
}

/** What a press on a column's head asks for: least first, then most first, then the list's own order again. */
export function nextSort(sort: SortKey, column: Column): SortKey {
  if (sort === column) return `-${column}`;
  return sort === `-${column}` ? 'listed' : column;
}

function rankOf(gpu: GpuPrice, column: Column): number {
  if (column === 'memory') return gpu.memoryGb;
  const [currency, plan] = column.split('-') as [Currency, Plan];
  return priceMinor(gpu, currency, plan);
}

/** A sorted copy; equals keep the order of the list. */
export function sortGpus(gpus: GpuPrice[], sort: SortKey): GpuPrice[] {
  if (sort === 'listed') return gpus;
  const descending = sort.startsWith('-');
  const column = (descending ? sort.slice(1) : sort) as Column;
  const direction = descending ? -1 : 1;
  return [...gpus].sort((one, other) => direction * (rankOf(one, column) - rankOf(other, column)));
}
