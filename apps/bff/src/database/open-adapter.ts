import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { PoolConfig } from 'pg';
import type { Config } from '../config/config';
import { lockDataDir } from './data-dir-lock';
import { poolOptions } from './pool-options';

export interface OpenAdapter {
  factory: SqlMigrationAwareDriverAdapterFactory;
  close: () => Promise<void>;
}

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;

/** One pool for the client's lifetime, and scripts that run whole. */
class Postgres extends PrismaPg {
  private adapter?: Promise<Adapter>;

  override connect() {
    this.adapter ??= this.open();
    return this.adapter;
  }

  /** adapter-pg splits scripts at every semicolon, also inside function bodies. PostgreSQL runs one whole, as a transaction. */
  private async open() {
    const adapter = await super.connect();
    const pool = adapter.underlyingDriver();
    adapter.executeScript = async (script) => void (await pool.query(script));
    // A transaction whose ROLLBACK got no reply is still open: the next one on this connection would commit it.
    pool.on('release', (_error, client) => {
      if (client.getTransactionStatus() !== 'I') void client.end();
    });
    return adapter;
  }
}

function openPostgres(options: PoolConfig, onError: (error: Error) => void): OpenAdapter {
  // Without a listener, an idle connection that breaks ends the process (prisma/orm#27641).
  const factory = new Postgres(options, {
    onPoolError: onError,
    onConnectionError: onError,
  });
  return { factory, close: async () => {} };
}

async function openPglite(dataDir: string): Promise<OpenAdapter> {
  mkdirSync(dataDir, { recursive: true });
  const unlock = lockDataDir(dataDir);
  const { PGlite } = await import('@electric-sql/pglite');
  const { PrismaPGlite } = await import('pglite-prisma-adapter');
  const client = await PGlite.create(join(dataDir, 'pglite'));
  const close = async () => {
    await client.close();
    unlock();
  };
  return { factory: new PrismaPGlite(client) as unknown as SqlMigrationAwareDriverAdapterFactory, close };
}

/**
 * The driver adapter of the configured database: PostgreSQL, or PGlite (PostgreSQL in this process) under DATA_DIR.
 * @param timeoutMs what a statement may take on PostgreSQL; 0: as long as it needs.
 */
export const openAdapter = (
  { databaseUrl, databasePool, dataDir }: Pick<Config, 'databaseUrl' | 'databasePool' | 'dataDir'>,
  timeoutMs: number,
  onError: (error: Error) => void = () => {},
) => (databaseUrl ? openPostgres(poolOptions(databaseUrl, timeoutMs, databasePool), onError) : openPglite(dataDir));
