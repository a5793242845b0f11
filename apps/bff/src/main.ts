import 'reflect-metadata';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { loadConfig } from './config/load-config';
import { warningsOf } from './config/warnings';
import { DataDirInUse } from './database/data-dir-lock';
import { createLog } from './log';
import { createServer } from './server';

/** How long a call that is under way may take to end once the server is told to stop. */
const graceMs = 5_000;
/** After this the process ends, whatever hangs. Nothing is lost by it: a crash loses nothing either. */
const endMs = 15_000;

/** New connections that the system keeps for us. Where there is no place, the caller's own system waits seconds to ask again. */
const mostPending = 4_096;

/** Nest closes what is idle; a connection on which nothing was ever asked counts as busy, and would hold the end up. */
function endInTime(app: NestFastifyApplication) {
  const cut = () => app.getHttpServer().closeAllConnections();
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      setTimeout(cut, graceMs).unref();
      setTimeout(() => process.exit(1), endMs).unref();
    });
}

/** The scripts start this process with a channel. It closes when they end, even by SIGKILL. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

async function main() {
  const config = loadConfig();
  const log = createLog(config.logLevel);
  for (const { message, ...fields } of warningsOf(config)) log.warn(fields, message);
  const app = await createServer(config, log);
  endInTime(app);
  await app.listen({ port: config.port, host: config.production ? '0.0.0.0' : 'localhost', backlog: mostPending });
  log.info({ event: 'listening', port: config.port, publicUrl: config.publicUrl }, 'listening');
  if (process.connected) process.send?.('listening');
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(error instanceof DataDirInUse ? 2 : 1);
});
