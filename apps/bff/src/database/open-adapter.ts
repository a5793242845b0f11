import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { DriverAdapterError, type SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { DatabaseError, PoolConfig } from 'pg';
import type { Config } from '../config/config';
import { lockDataDir } from './data-dir-lock';
import { poolOptions } from './pool-options';

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

  /** adapter-pg splits scripts at every semicolon, also inside function bodies. PostgreSQL runs one whole, as a transaction. */
  private async open() {
    const adapter = await super.connect();
    const pool = adapter.underlyingDriver();
    adapter.executeScript = async (script) => void (await pool.query(script).catch(failScript));
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
  return { factory, usage: () => factory.usage(), close: async () => {} };
}

async function openPglite(dataDir: string): Promise<OpenAdapter> {
  const folder = join(dataDir, 'pglite');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700); // PGlite lets everyone read and write its files
  const unlock = lockDataDir(dataDir);
  const { PGlite } = await import('@electric-sql/pglite');
  const { PrismaPGlite } = await import('pglite-prisma-adapter');
  const client = await PGlite.create(folder).catch((error) => {
    unlock();
    const way = 'Restore it from a copy, or move the folder away to start with an empty database.';
    throw new Error(`The embedded database in ${folder} is damaged or of another version. ${way}`, { cause: error });
  });
  const close = async () => {
    await client.close();
    unlock();
  };
  const factory = new PrismaPGlite(client) as unknown as SqlMigrationAwareDriverAdapterFactory;
  return { factory, usage: async () => ({ used: 0, idle: 0, waiting: 0 }), close };
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
