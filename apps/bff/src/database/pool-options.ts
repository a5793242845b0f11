import type { PoolConfig } from 'pg';

/** What PgBouncer keeps per client, if the client sets it: the product reads times as UTC in ISO's form. */
export const clientSettings = { TimeZone: 'UTC', DateStyle: 'ISO, MDY' };

/** What PgBouncer does not keep: behind it, connections have them from the role. See `setRoleDefaults`. */
export const roleSettings = { default_transaction_isolation: 'read committed', IntervalStyle: 'postgres' };

const setAll = Object.entries({ ...clientSettings, ...roleSettings })
  .map(([name, value]) => `SET ${name} = '${value}';`)
  .join(' ');

/**
 * Options of every pool. Sessions are alike whatever the database's own settings are. A statement on a connection that died without
 * notice, as in a failover, fails after the timeout.
 * @param timeoutMs limit per statement
 * @param max connections
 */
export const poolOptions = (connectionString: string, timeoutMs: number, max: number): PoolConfig => ({
  connectionString,
  max,
  connectionTimeoutMillis: Math.min(timeoutMs, 5_000),
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  // A second later than PostgreSQL's own timeout, which leaves the connection usable.
  query_timeout: timeoutMs + 1_000,
  // Not in the connection's options: PgBouncer refuses them.
  onConnect: async (client) => {
    await client.query(`${setAll} SET statement_timeout = ${timeoutMs}`);
  },
});
