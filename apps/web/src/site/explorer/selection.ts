import type { GpuPrice } from '../prices';
import type { Currency } from './money';
import { MAX_HOURS } from './plans';
import { isSortKey, type SortKey } from './sort';

/** What a visitor can choose on the pricing page. Its keys are the names of form fields and of the address's query. */
export type Selection = {
  currency: Currency;
  /** Only GPUs with at least so many GB; 0 is all of them. */
  memory: number;
  /** Only GPUs that NVLink joins. */
  nvlink: boolean;
  sort: SortKey;
  /** Slugs of GPUs side by side; at most `MAX_COMPARED`. */
  compare: string[];
  /** The slug of the GPU in the calculator, how many of it, and hours a month for each. */
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

/** The whole number that a text is, within bounds; `otherwise` for anything else. */
function wholeNumber(text: string | null, from: number, to: number, otherwise: number): number {
  const number = /^\d{1,6}$/.test(text ?? '') ? Number(text) : Number.NaN;
  return number >= from && number <= to ? number : otherwise;
}

/** Reads an address. What it does not say, or says wrongly, is as it was at the start: no address is an error. */
export function readSelection(query: URLSearchParams, gpus: GpuPrice[]): Selection {
  const start = initialSelection(gpus);
  const slugs = gpus.map(slugOf);
  const sort = query.get('sort') ?? '';
  const memory = Number(query.get('memory'));
  return {
    currency: query.get('currency') === 'usd' ? 'usd' : start.currency,
    memory: memorySizes(gpus).includes(memory) ? memory : start.memory,
    nvlink: query.get('nvlink') === 'on',
    sort: isSortKey(sort) ? sort : start.sort,
    compare: slugs.filter((slug) => query.getAll('compare').includes(slug)).slice(0, MAX_COMPARED),
    gpu: slugs.find((slug) => slug === query.get('gpu')) ?? start.gpu,
    count: wholeNumber(query.get('count'), 1, MAX_COUNT, start.count),
    hours: wholeNumber(query.get('hours'), 0, MAX_HOURS, start.hours),
  };
}

/** Writes an address: only what differs from the start, so that a shared link says what was chosen and no more. */
export function writeSelection(selection: Selection, gpus: GpuPrice[]): URLSearchParams {
  const start = initialSelection(gpus);
  const query = new URLSearchParams();
  for (const key of Object.keys(start) as (keyof Selection)[]) {
    const value = selection[key];
    if (Array.isArray(value)) for (const each of value) query.append(key, each);
    else if (value !== start[key]) query.set(key, value === true ? 'on' : String(value));
  }
  return query;
}
