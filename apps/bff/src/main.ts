import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Config } from './config/config';
import { configWarnings } from './config/config-rules';
import { loadConfig } from './config/load-config';
import { nameSetting } from './config/name-setting';
import { version } from './contract/contract';
import { DataDirInUse } from './database/data-dir-lock';
import { describeError } from './database/database-errors';
import { type Embedded, serveEmbedded } from './database/embedded';
import { assertMigrated } from './database/migrations';
import { assertPoolerWorks } from './database/pooler';
import { openPrisma } from './database/prisma.service';
import { isDatabaseUnavailable } from './database/unavailable';
import { createLog, flushLog, type Log } from './log';
import { createServer } from './server';
import { SystemService } from './system/system.service';

/** Time for requests in progress after a stop signal. */
const graceMs = 5_000;
/** Hard limit for the shutdown. The state survives a crash. */
const shutdownLimitMs = 15_000;

/** If the listen backlog is full, clients retry only after seconds. */
const backlog = 4_096;

/**
 * Fails readiness first, so that load balancers stop sending requests. Then it finishes requests in progress. We close
 * connections without a request after a time, because they count as busy.
 */
async function stop(app: NestFastifyApplication, { drainSeconds }: Config, embedded?: Embedded) {
  const drainMs = drainSeconds * 1_000;
  setTimeout(() => process.exit(1), drainMs + shutdownLimitMs).unref();
  app.get(SystemService).stopBeingReady();
  await sleep(drainMs);
  setTimeout(() => app.getHttpServer().closeAllConnections(), graceMs).unref();
  await app.close();
  await embedded?.close();
  await flushLog();
  process.exit(0);
}

function stopOnSignal(app: NestFastifyApplication, config: Config, embedded?: Embedded) {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => {
      if (!stopping) void stop(app, config, embedded);
      stopping = true;
    });
}

/** Node 20 has had no security fixes since April 2026. */
function warnOfOldNode(log: Log) {
  if (Number(process.versions.node.split('.')[0]) < 22)
    log.warn({ event: 'node_is_out_of_support', version: process.version }, 'use Node 24, or 22');
}

/** The server may start while the database is unreachable, because readiness checks again. */
async function openDatabase(config: Config, log: Log) {
  const prisma = await openPrisma(config, log);
  await assertMigrated(prisma).catch((error) => {
    if (!isDatabaseUnavailable(error)) throw error;
  });
  return prisma;
}

/** The channel to the script that started this process closes when the script ends, even by SIGKILL. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

async function main() {
  const config = loadConfig();
  const log = createLog(config.logLevel);
  warnOfOldNode(log);
  for (const { message, ...fields } of configWarnings(config)) log.warn(fields, message);
  // The server must be the process that serves the embedded database.
  const embedded = config.databaseUrl ? undefined : await serveEmbedded(config.dataDir);
  const app = await createServer(config, log, await openDatabase(config, log));
  if (config.databaseUrl) await assertPoolerWorks(config.databaseUrl);
  stopOnSignal(app, config, embedded);
  await app.listen({ port: config.port, host: config.host, backlog }).catch(nameSetting('HOST, PORT'));
  log.info({ event: 'listening', version, port: config.port, publicUrl: config.publicUrl }, 'listening');
  if (process.connected) process.send?.('listening');
}

main().catch((error: Error) => {
  process.stderr.write(`${describeError(error)}\n`);
  process.exit(error instanceof DataDirInUse ? 2 : 1);
});
