import { PrismaPg } from '@prisma/adapter-pg';
import { DriverAdapterError, type SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { DatabaseError, Pool } from 'pg';
import type { Config } from '../config/config';
import { joinEmbedded } from './embedded';
import { limitLocks, poolOptions } from './pool-options';
import { giveUpReadOnly } from './read-only';

/** Connections of a pool, and statements that wait for one. */
export interface PoolUsage {
  used: number;
  idle: number;
  waiting: number;
}

export interface OpenAdapter {
  factory: SqlMigrationAwareDriverAdapterFactory;
  usage: () => Promise<PoolUsage>;
  close: () => Promise<void>;
}

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;

/** The schema engine passes on only the message of such an error. */
function failScript({ code = '', severity = '', message, detail, column, hint }: DatabaseError): never {
  const payload = { code, severity, message: `${message} (${code})`, detail, column, hint };
  throw new DriverAdapterError({ kind: 'postgres', ...payload });
}

/** The index that a script makes or drops while payments go on; undefined: it does something else. */
export const concurrentIndex = (sql: string) => /^(?:CREATE|DROP) .*\bINDEX CONCURRENTLY\D*?"(\w+)"/m.exec(sql)?.[1];

/**
 * Runs a script whole, as a transaction. adapter-pg splits it at every semicolon, also inside function bodies. An index
 * made concurrently waits for all earlier transactions, and nothing waits for it.
 */
async function runScript(pool: Pool, script: string) {
  const client = await pool.connect();
  try {
    if (concurrentIndex(script)) await client.query('SET lock_timeout = 0');
    await client.query(script).catch(failScript);
  } finally {
    if (concurrentIndex(script)) await client.query(limitLocks).catch(() => {}); // it may have broken
    client.release();
  }
}

/** One pool for the client's lifetime, and scripts that run whole. */
class Postgres extends PrismaPg {
  private adapter?: Promise<Adapter>;

  override connect() {
    this.adapter ??= this.open();
    return this.adapter;
  }

  async usage(): Promise<PoolUsage> {
    const { totalCount, idleCount, waitingCount } = (await this.connect()).underlyingDriver();
    return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  /** Also where no client has disconnected it. */
  async end() {
    const pool = (await this.adapter)?.underlyingDriver();
    if (pool && !pool.ending) await pool.end();
  }

  private async open() {
    const adapter = await super.connect();
    const pool = adapter.underlyingDriver();
    giveUpReadOnly(adapter);
    adapter.executeScript = (script) => runScript(pool, script);
    // A transaction whose ROLLBACK got no reply is still open: the next one on this connection would commit it.
    pool.on('release', (_error, client) => {
      if (client.getTransactionStatus() !== 'I') void client.end();
    });
    return adapter;
  }
}

/**
 * The driver adapter of the configured database: PostgreSQL, or the embedded one under DATA_DIR.
 * @param timeoutMs what a statement may take on PostgreSQL; 0: as long as it needs.
 */
export async function openAdapter(
  { databaseUrl, databasePool, dataDir }: Pick<Config, 'databaseUrl' | 'databasePool' | 'dataDir'>,
  timeoutMs: number,
  onError: (error: Error) => void = () => {},
): Promise<OpenAdapter> {
  const { url, close } = databaseUrl ? { url: databaseUrl, close: async () => {} } : await joinEmbedded(dataDir);
  // Without a listener, an idle connection that breaks ends the process (prisma/orm#27641).
  const listeners = { onPoolError: onError, onConnectionError: onError };
  const factory = new Postgres(poolOptions(url, timeoutMs, databasePool), listeners);
  return { factory, usage: () => factory.usage(), close: () => factory.end().then(close) };
}
