import type { PoolConfig } from 'pg';

/**
 * Options of every pool. Times are UTC whatever the database's zone is. A statement on a connection that died without
 * notice, as in a failover, fails after the timeout.
 * @param timeoutMs limit per statement; 0: none, for migrations. Those give up a lock that they do not get: as long as they
 * wait for it, every other statement on the table waits behind them.
 * @param max connections
 */
export const poolOptions = (connectionString: string, timeoutMs: number, max: number): PoolConfig => ({
  connectionString,
  max,
  connectionTimeoutMillis: Math.min(timeoutMs || 5_000, 5_000),
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  // A second later than PostgreSQL's own timeout, which leaves the connection usable.
  query_timeout: timeoutMs && timeoutMs + 1_000,
  // Not in the connection's options: PgBouncer refuses them.
  onConnect: async (client) => {
    await client.query(`SET TIME ZONE 'UTC'; SET statement_timeout = ${timeoutMs}`);
    if (!timeoutMs) await client.query("SET lock_timeout = '3s'");
  },
});
