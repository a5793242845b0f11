import type { Book } from '../book/book';
import type { StoredOrder } from '../book/entities';
import { showOrder } from '../book/orders';
import { readCount } from './input';

/** The provider's list: `{entity: "collection", count, items}`. */
export function collection<T>(items: T[]) {
  return { entity: 'collection', count: items.length, items };
}

/** Orders, newest first: `receipt`, `from` and `to` (seconds) narrow, `skip` and `count` (10, at most 100) page. */
export function listOrders(book: Book, query: Record<string, unknown>) {
  const count = readCount(query.count, 'count', 10, 1, 100);
  const skip = readCount(query.skip, 'skip', 0, 0, Number.MAX_SAFE_INTEGER);
  const from = readCount(query.from, 'from', 0, 0, Number.MAX_SAFE_INTEGER);
  const to = readCount(query.to, 'to', Number.MAX_SAFE_INTEGER, 0, Number.MAX_SAFE_INTEGER);
  const { receipt } = query;
  const all = typeof receipt === 'string' ? book.ordersWithReceipt(receipt) : [...book.orders.values()];
  const within = ({ created_at }: StoredOrder) => created_at >= from && created_at <= to;
  return collection(
    all
      .filter(within)
      .reverse()
      .slice(skip, skip + count)
      .map(showOrder),
  );
}
