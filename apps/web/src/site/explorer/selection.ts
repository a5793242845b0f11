import type { GpuPrice } from '../prices';
import { type Currency, MAX_HOURS, type Plan, priceColumns, priceMinor } from './pricing';

type Column = 'memory' | `${Currency}-${Plan}`;

/** A column, or a column after a minus for the largest first; `listed` is the order of the price list. */
export type SortKey = 'listed' | Column | `-${Column}`;

/** What a visitor can choose on the pricing page. Its keys are the names of form fields and of query parameters. */
export type Selection = {
  currency: Currency;
  /** Only GPUs with at least this many GB; 0 shows all. */
  memory: number;
  /** Only GPUs with NVLink. */
  nvlink: boolean;
  sort: SortKey;
  /** Slugs of the compared GPUs; at most `MAX_COMPARED`. */
  compare: string[];
  /** The calculator: slug of the GPU, how many, and hours a month for each. */
  gpu: string;
  count: number;
  hours: number;
};

export const MAX_COMPARED = 3;
export const MAX_COUNT = 9999;

export const slugOf = ({ gpu }: GpuPrice) => gpu.toLowerCase().replaceAll(' ', '-');

/** @throws Error where the list has no such GPU. */
export function gpuBySlug(gpus: GpuPrice[], slug: string): GpuPrice {
  const found = gpus.find((gpu) => slugOf(gpu) === slug);
  if (!found) throw new Error(`No GPU is called ${slug}`);
  return found;
}

/** The memory sizes of a list, smallest first. */
export const memorySizes = (gpus: GpuPrice[]) =>
  [...new Set(gpus.map(({ memoryGb }) => memoryGb))].sort((a, b) => a - b);

export const initialSelection = (gpus: GpuPrice[]): Selection => ({
  currency: 'inr',
  memory: 0,
  nvlink: false,
  sort: 'listed',
  compare: [],
  gpu: gpus.map(slugOf)[0] ?? '',
  count: 8,
  hours: 300,
});

/** The whole number in a query parameter, within bounds; `fallback` for anything else. */
function wholeNumber(text: string | null, min: number, max: number, fallback: number): number {
  const number = /^\d{1,6}$/.test(text ?? '') ? Number(text) : Number.NaN;
  return number >= min && number <= max ? number : fallback;
}

/** Reads a query. Parameters that are missing or wrong keep their initial value: no address is an error. */
export function readSelection(query: URLSearchParams, gpus: GpuPrice[]): Selection {
  const initial = initialSelection(gpus);
  const slugs = gpus.map(slugOf);
  const memory = Number(query.get('memory'));
  return {
    currency: query.get('currency') === 'usd' ? 'usd' : initial.currency,
    memory: memorySizes(gpus).includes(memory) ? memory : initial.memory,
    nvlink: query.get('nvlink') === 'on',
    sort: sortOptions.find(([key]) => key === query.get('sort'))?.[0] ?? initial.sort,
    compare: slugs.filter((slug) => query.getAll('compare').includes(slug)).slice(0, MAX_COMPARED),
    gpu: slugs.find((slug) => slug === query.get('gpu')) ?? initial.gpu,
    count: wholeNumber(query.get('count'), 1, MAX_COUNT, initial.count),
    hours: wholeNumber(query.get('hours'), 0, MAX_HOURS, initial.hours),
  };
}

/** Writes a query: only what differs from the initial selection, so that shared links stay short. */
export function writeSelection(selection: Selection, gpus: GpuPrice[]): URLSearchParams {
  const initial = initialSelection(gpus);
  const query = new URLSearchParams();
  for (const key of Object.keys(initial) as (keyof Selection)[]) {
    const value = selection[key];
    if (Array.isArray(value)) for (const each of value) query.append(key, each);
    else if (value !== initial[key]) query.set(key, value === true ? 'on' : String(value));
  }
  return query;
}

const columnLabels: [Column, string][] = [
  ['memory', 'Memory'],
  ...priceColumns.map(({ key, label }): [Column, string] => [key, label]),
];

/** The name of each column: `Memory`, `Rupees an hour`. */
export const columnNames = Object.fromEntries(columnLabels) as Record<Column, string>;

/** Every order, with its label. */
export const sortOptions: [SortKey, string][] = [
  ['listed', 'As listed'],
  ...columnLabels.flatMap(([column, label]): [SortKey, string][] => [
    [column, `${label}, least first`],
    [`-${column}`, `${label}, most first`],
  ]),
];

/** The `aria-sort` of a column. */
export function directionOf(sort: SortKey, column: Column): 'ascending' | 'descending' | undefined {
  if (sort === column) return 'ascending';
  return sort === `-${column}` ? 'descending' : undefined;
}

/** What a press on a column's head changes the order to: least first, then most first, then as listed. */
export function nextSort(sort: SortKey, column: Column): SortKey {
  if (sort === column) return `-${column}`;
  return sort === `-${column}` ? 'listed' : column;
}

function sortValue(gpu: GpuPrice, column: Column): number {
  if (column === 'memory') return gpu.memoryGb;
  const [currency, plan] = column.split('-') as [Currency, Plan];
  return priceMinor(gpu, currency, plan);
}

/** A sorted copy; equals keep the order of the list. */
function sortGpus(gpus: GpuPrice[], sort: SortKey): GpuPrice[] {
  if (sort === 'listed') return gpus;
  const descending = sort.startsWith('-');
  const column = (descending ? sort.slice(1) : sort) as Column;
  const direction = descending ? -1 : 1;
  return [...gpus].sort((one, other) => direction * (sortValue(one, column) - sortValue(other, column)));
}

/** The GPUs that the filter leaves, in the chosen order. */
export function visibleGpus(gpus: GpuPrice[], { memory, nvlink, sort }: Selection): GpuPrice[] {
  const wanted = gpus.filter((gpu) => gpu.memoryGb >= memory && (!nvlink || gpu.nvlinkGbPerS !== null));
  return sortGpus(wanted, sort);
}
