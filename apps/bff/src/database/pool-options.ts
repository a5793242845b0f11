import type { PoolConfig } from 'pg';

/** PgBouncer keeps these settings per client. We read times as UTC in ISO format. */
export const clientSettings = { TimeZone: 'UTC', DateStyle: 'ISO, MDY' };

/** PgBouncer does not keep these settings, so we also set them on the role: see `setRoleDefaults`. */
export const roleSettings = { default_transaction_isolation: 'read committed', IntervalStyle: 'postgres' };

const setAll = Object.entries({ ...clientSettings, ...roleSettings })
  .map(([name, value]) => `SET ${name} = '${value}';`)
  .join(' ');

/**
 * Options of every pool. Sessions do not depend on the database's own settings.
 * @param timeoutMs limit per statement, even if the connection is dead, as after a failover
 * @param max number of connections
 */
export const poolOptions = (connectionString: string, timeoutMs: number, max: number): PoolConfig => ({
  connectionString,
  max,
  connectionTimeoutMillis: Math.min(timeoutMs, 5_000),
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  // A second later than PostgreSQL's own timeout, after which the connection is still usable.
  query_timeout: timeoutMs + 1_000,
  // PgBouncer refuses options of the connection.
  onConnect: async (client) => {
    await client.query(`${setAll} SET statement_timeout = ${timeoutMs}`);
  },
});
