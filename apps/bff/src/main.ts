import 'reflect-metadata';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { configWarnings } from './config/config-checks';
import { loadConfig } from './config/load-config';
import { DataDirInUse } from './database/data-dir-lock';
import { createLog } from './log';
import { createServer } from './server';

/** Time for running requests to finish after a stop signal. */
const graceMs = 5_000;
/** Hard limit for shutdown. Safe: the state survives a crash. */
const shutdownLimitMs = 15_000;

/** Listen backlog. When it is full, the client's system retries only after seconds. */
const backlog = 4_096;

/** Nest closes idle connections, but one that never sent a request counts as busy and would delay shutdown. */
function limitShutdown(app: NestFastifyApplication) {
  const closeAll = () => app.getHttpServer().closeAllConnections();
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      setTimeout(closeAll, graceMs).unref();
      setTimeout(() => process.exit(1), shutdownLimitMs).unref();
    });
}

/** The scripts start this process with a channel. It closes when they end, even by SIGKILL. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

async function main() {
  const config = loadConfig();
  const log = createLog(config.logLevel);
  for (const { message, ...fields } of configWarnings(config)) log.warn(fields, message);
  const app = await createServer(config, log);
  limitShutdown(app);
  await app.listen({ port: config.port, host: config.production ? '0.0.0.0' : 'localhost', backlog });
  log.info({ event: 'listening', port: config.port, publicUrl: config.publicUrl }, 'listening');
  if (process.connected) process.send?.('listening');
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(error instanceof DataDirInUse ? 2 : 1);
});
