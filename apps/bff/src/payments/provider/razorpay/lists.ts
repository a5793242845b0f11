import { setTimeout as sleep } from 'node:timers/promises';
import { ProviderSilent } from '../../rules/errors';
import type { Period } from '../port';
import { providerRead } from './calls';

interface PageQuery {
  from: number;
  to: number;
  count: number;
  skip: number;
}

/** The provider's largest page. */
export const pageSize = 100;
/** The pause between pages leaves room for payers. */
export const pagePauseMs = 100;

export function defined<T>(value: T | undefined): T {
  if (value === undefined) throw new ProviderSilent('the answer makes no sense');
  return value;
}

/** @throws ProviderSilent if the reply is not a list */
export function itemsOf<T>(list: { items: T[] }): T[] {
  const { items } = Object(list);
  return defined(Array.isArray(items) ? items : undefined);
}

const inSeconds = (at: Date) => Math.floor(at.getTime() / 1_000);

/**
 * Reads the provider's list of a period. New entities move others to the next page, so we skip duplicates.
 * @param parse returns undefined to skip an entity
 */
export async function* pagesOf<T>(
  { from, to }: Period,
  list: (query: PageQuery) => Promise<{ items: unknown[] }>,
  parse: (entity: unknown) => T | undefined,
) {
  const seen = new Set<unknown>();
  const isNew = (entity: unknown) => {
    const { id } = Object(entity);
    return id === undefined || (!seen.has(id) && seen.add(id));
  };
  for (let skip = 0; ; skip += pageSize) {
    const query = { from: inSeconds(from), to: inSeconds(to), count: pageSize, skip };
    const items = itemsOf(await providerRead(() => list(query)));
    yield items
      .filter(isNew)
      .map(parse)
      .filter((parsed) => parsed !== undefined);
    if (items.length < pageSize) return;
    await sleep(pagePauseMs);
  }
}
