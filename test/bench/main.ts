// The bench: the product's speed next to yardsticks measured in the same run. scripts/bench.mjs calls it.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SANDBOX_CREDENTIALS } from '../../apps/sandbox/src/credentials';
import { migrateDatabase } from '../support/migrate';
import { artifacts } from '../support/paths';
import { startPostgres } from '../support/postgres';
import { freePort, startProcess } from '../support/process';
import { startSandbox } from '../support/server';
import { tableOf } from './figures';
import { measurePages } from './pages';
import { measureServer } from './server-cost';

export interface Server {
  url: string;
  pid: number;
  /** Time from its start to its first response. */
  startMs: number;
  stop(): Promise<void>;
}

const running: (() => Promise<void>)[] = [];

/** Starts a server, and waits for a response that needs the database. */
async function start(file: string, env: Record<string, string>): Promise<Server> {
  const [port, started] = [await freePort(), performance.now()];
  const { child, untilPrinted, stop } = startProcess(file, { ...env, PORT: String(port) });
  running.push(stop);
  await untilPrinted(/listening/);
  const url = `http://localhost:${port}`;
  const { status } = await fetch(`${url}/api/health`);
  if (status !== 200) throw new Error(`${file} answered ${status}`);
  return { url, pid: child.pid as number, startMs: performance.now() - started, stop };
}

async function measure() {
  const postgres = await startPostgres();
  if (!postgres) throw new Error('The bench needs PostgreSQL: apt-get install postgresql');
  mkdirSync(artifacts, { recursive: true });
  const directory = mkdtempSync(join(tmpdir(), 'novacore-bench-'));
  const database = { DATABASE_URL: postgres.url, DATA_DIR: directory };
  const sandbox = await startSandbox({ DATA_DIR: directory });
  try {
    migrateDatabase(database);
    const { keyId, keySecret } = SANDBOX_CREDENTIALS;
    const ports = { SANDBOX_PORT: String(sandbox.port), SANDBOX_SMTP_PORT: String(sandbox.smtpPort) };
    const provider = { PROVIDER_URL: sandbox.url, PROVIDER_KEY: `${keyId}:${keySecret}` };
    const startProduct = () =>
      start('apps/bff/dist/main.js', { ...database, ...ports, THROTTLE: 'off', CHECK_REPLIES: 'off' });
    const startYardstick = () => start('test/bench/yardstick.mjs', { ...database, ...provider });
    const pages = await measurePages(startProduct);
    return [...pages, ...(await measureServer(startProduct, startYardstick))];
  } finally {
    for (const stop of [...running, sandbox.stop]) await stop();
    postgres.remove();
    rmSync(directory, { recursive: true, force: true });
  }
}

measure().then(
  (figures) => console.log(`\n${tableOf(figures)}`),
  (error: Error) => {
    console.error(error);
    process.exitCode = 1;
  },
);
