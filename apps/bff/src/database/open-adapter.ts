import { PrismaPg } from '@prisma/adapter-pg';
import { Client } from 'pg';
import type { Config } from '../config/config';
import { joinEmbedded } from './embedded';
import { poolOptions } from './pool-options';
import { giveUpReadOnly } from './read-only';

/** Connections of a pool, and statements that wait for one. */
export interface PoolUsage {
  used: number;
  idle: number;
  waiting: number;
}

export interface OpenAdapter {
  factory: PrismaPg;
  /** Host, port and setting, without user and password. */
  place: string;
  usage: () => Promise<PoolUsage>;
  close: () => Promise<void>;
}

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;

/** One pool for the client's lifetime. */
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
    // A transaction whose ROLLBACK got no reply is still open: the next one on this connection would commit it.
    pool.on('release', (_error, client) => {
      if (client.getTransactionStatus() !== 'I') void client.end();
    });
    return adapter;
  }
}

/**
 * The driver adapter of the configured database: PostgreSQL, or the embedded one under DATA_DIR.
 * @param timeoutMs what a statement may take on PostgreSQL
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
  const { host, port } = new Client({ connectionString: url });
  const place = `${host}:${port} (${databaseUrl ? 'DATABASE_URL' : 'DATA_DIR'})`;
  return { factory, place, usage: () => factory.usage(), close: () => factory.end().then(close) };
}
