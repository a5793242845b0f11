import { PrismaPg } from '@prisma/adapter-pg';
import { Client } from 'pg';
import type { Config } from '../config/config';
import { joinEmbedded } from './embedded';
import { poolOptions } from './pool-options';
import { giveUpReadOnly } from './read-only';

/** Connections in use and idle, and statements that wait for one. */
export interface PoolUsage {
  used: number;
  idle: number;
  waiting: number;
}

export interface OpenAdapter {
  factory: PrismaPg;
  /** Host, port and name of the setting. */
  place: string;
  usage: () => Promise<PoolUsage>;
  close: () => Promise<void>;
}

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;

/** Keeps one pool for the client's lifetime. */
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

  /** Ends the pool even if no client has disconnected it. */
  async end() {
    const pool = (await this.adapter)?.underlyingDriver();
    if (pool && !pool.ending) await pool.end();
  }

  private async open() {
    const adapter = await super.connect();
    const pool = adapter.underlyingDriver();
    giveUpReadOnly(adapter);
    // A transaction is still open if its ROLLBACK got no reply. The next user of the connection would commit it.
    pool.on('release', (_error, client) => {
      if (client.getTransactionStatus() !== 'I') void client.end();
    });
    return adapter;
  }
}

/**
 * Opens PostgreSQL, or the embedded database in DATA_DIR.
 * @param timeoutMs limit per statement
 */
export async function openAdapter(
  { databaseUrl, databasePool, dataDir }: Pick<Config, 'databaseUrl' | 'databasePool' | 'dataDir'>,
  timeoutMs: number,
  onError: (error: Error) => void = () => {},
): Promise<OpenAdapter> {
  const { url, close } = databaseUrl ? { url: databaseUrl, close: async () => {} } : await joinEmbedded(dataDir);
  // Without a listener, a broken idle connection ends the process (prisma/orm#27641).
  const listeners = { onPoolError: onError, onConnectionError: onError };
  const factory = new Postgres(poolOptions(url, timeoutMs, databasePool), listeners);
  const { host, port } = new Client({ connectionString: url });
  const place = `${host}:${port} (${databaseUrl ? 'DATABASE_URL' : 'DATA_DIR'})`;
  return { factory, place, usage: () => factory.usage(), close: () => factory.end().then(close) };
}
