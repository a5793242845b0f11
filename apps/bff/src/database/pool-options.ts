import type { PoolConfig } from 'pg';

/**
 * What every pool of connections has in common. The driver reads and writes times as UTC, whatever the database's own
 * zone. A connection can die without a word, in a failover for example: a statement on it fails once its time is up.
 * @param timeoutMs what a statement may take; 0: as long as it needs.
 */
export const poolOptions = (connectionString: string, timeoutMs: number): PoolConfig => ({
  connectionString,
  connectionTimeoutMillis: Math.min(timeoutMs || 5_000, 5_000),
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  // A second later than PostgreSQL's own timeout, which leaves the connection usable.
  query_timeout: timeoutMs && timeoutMs + 1_000,
  // Not in the connection's options: PgBouncer refuses them.
  onConnect: async (client) => {
    await client.query(`SET TIME ZONE 'UTC'; SET statement_timeout = ${timeoutMs}`);
  },
});
