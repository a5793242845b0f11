import type { PrismaPg } from '@prisma/adapter-pg';
import type { SqlQueryable } from '@prisma/driver-adapter-utils';
import type { PoolClient } from 'pg';

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;

function watch<Q extends SqlQueryable>(queryable: Q, onReadOnly: () => void): Q {
  const { queryRaw, executeRaw } = queryable;
  const note = (error: { cause?: { originalCode?: string } }): never => {
    if (error.cause?.originalCode === '25006') onReadOnly();
    throw error;
  };
  queryable.queryRaw = (query) => queryRaw.call(queryable, query).catch(note);
  queryable.executeRaw = (query) => executeRaw.call(queryable, query).catch(note);
  return queryable;
}

/**
 * After a failover, open connections may lead to the old primary, which is read-only. After the first such error, we
 * close every older connection at its next release, so that the pool connects again.
 */
export function giveUpReadOnly(adapter: Adapter) {
  const pool = adapter.underlyingDriver();
  const connectedAt = new WeakMap<PoolClient, number>();
  let readOnlyAt = -1;
  const onReadOnly = () => {
    readOnlyAt = performance.now();
  };
  pool.on('connect', (client) => void connectedAt.set(client, performance.now()));
  pool.on('release', (_error, client) => {
    if ((connectedAt.get(client) ?? 0) <= readOnlyAt) void client.end();
  });
  watch(adapter, onReadOnly);
  const { startTransaction } = adapter;
  adapter.startTransaction = async (level) => watch(await startTransaction.call(adapter, level), onReadOnly);
}
