import type { GpuPrice } from '../prices';
import { type Currency, MAX_HOURS, type Plan, priceColumns, priceMinor } from './pricing';

type Column = 'memory' | `${Currency}-${Plan}`;

/** A column sorts the smallest first, or the largest with a minus; `listed` is the order of the price list. */
export type SortKey = 'listed' | Column | `-${Column}`;

/** A visitor's choices on the pricing page. The keys are also form fields and query parameters. */
export type Selection = {
  currency: Currency;
  /** Minimum memory in GB; 0 shows all. */
  memory: number;
  nvlink: boolean;
  sort: SortKey;
  /** Slugs of at most `MAX_COMPARED` GPUs. */
  compare: string[];
  /** The calculator's GPU (a slug), count, and monthly hours of each. */
  gpu: string;
  count: number;
  hours: number;
};

export const MAX_COMPARED = 3;
export const MAX_COUNT = 9999;

export const slugOf = ({ gpu }: GpuPrice) => gpu.toLowerCase().replaceAll(' ', '-');

/** @throws Error if the list has no such GPU. */
export function gpuBySlug(gpus: GpuPrice[], slug: string): GpuPrice {
  const found = gpus.find((gpu) => slugOf(gpu) === slug);
  if (!found) throw new Error(`No GPU is called ${slug}`);
  return found;
}

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

/** Returns the whole number of a query parameter, or `fallback` if it is outside the bounds or no number. */
function wholeNumber(text: string | null, min: number, max: number, fallback: number): number {
  const number = /^\d{1,6}$/.test(text ?? '') ? Number(text) : Number.NaN;
  return number >= min && number <= max ? number : fallback;
}

/** Missing and invalid parameters keep their initial value, so no address is an error. */
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

/** Writes only what differs from the initial selection, so that shared links remain short. */
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

export const columnNames = Object.fromEntries(columnLabels) as Record<Column, string>;

export const sortOptions: [SortKey, string][] = [
  ['listed', 'As listed'],
  ...columnLabels.flatMap(([column, label]): [SortKey, string][] => [
    [column, `${label}, least first`],
    [`-${column}`, `${label}, most first`],
  ]),
];

export function directionOf(sort: SortKey, column: Column): 'ascending' | 'descending' | undefined {
  if (sort === column) return 'ascending';
  return sort === `-${column}` ? 'descending' : undefined;
}

/** A click on a column head sorts ascending, then descending, then as listed. */
export function nextSort(sort: SortKey, column: Column): SortKey {
  if (sort === column) return `-${column}`;
  return sort === `-${column}` ? 'listed' : column;
}

function sortValue(gpu: GpuPrice, column: Column): number {
  if (column === 'memory') return gpu.memoryGb;
  const [currency, plan] = column.split('-') as [Currency, Plan];
  return priceMinor(gpu, currency, plan);
}

/** Returns a sorted copy; equal GPUs keep the order of the list. */
function sortGpus(gpus: GpuPrice[], sort: SortKey): GpuPrice[] {
  if (sort === 'listed') return gpus;
  const descending = sort.startsWith('-');
  const column = (descending ? sort.slice(1) : sort) as Column;
  const direction = descending ? -1 : 1;
  return [...gpus].sort((one, other) => direction * (sortValue(one, column) - sortValue(other, column)));
}

export function visibleGpus(gpus: GpuPrice[], { memory, nvlink, sort }: Selection): GpuPrice[] {
  const wanted = gpus.filter((gpu) => gpu.memoryGb >= memory && (!nvlink || gpu.nvlinkGbPerS !== null));
  return sortGpus(wanted, sort);
}
