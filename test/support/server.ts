import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { databaseAt, emptyDatabase, freshDatabase, postgresUrl, type TestDatabase } from './database';
import { projectRoot } from './paths';
import { freePort, type Running, startProcess, waitFor, watchProcess } from './process';

/** Access to a running sandbox. */
export interface SandboxAccess {
  url: string;
  /** A call to the sandbox's own controls, such as `control('POST', '/faults', […])`. */
  control<T = unknown>(method: string, path: string, body?: unknown): Promise<T>;
}

/** Access to a running product. */
export interface ProductAccess {
  url: string;
  sandbox: SandboxAccess;
}

/** Without limits, and without the cost of hashing passwords. */
export const testSettings = { THROTTLE: 'off', PASSWORD_HASHING: 'light' };

interface Lent {
  server: ChildProcess;
  sandbox: ChildProcess;
  ports: { server: number; sandbox: number; smtp: number };
  database: TestDatabase['env'];
}
declare global {
  /** Kept by test/support/environment.cjs for the next test file of this worker. */
  var workerWide: { product?: Lent } | undefined;
}

const sandboxMain = join(projectRoot, 'apps/sandbox/dist/main.js');
const serverMain = join(projectRoot, 'apps/bff/dist/main.js');

async function control<T>(url: string, method: string, path: string, body?: unknown): Promise<T> {
  // A new connection per call, because the server may close an idle one just before its next use.
  const headers = { connection: 'close', ...(body !== undefined && { 'content-type': 'application/json' }) };
  const reply = await fetch(`${url}/control${path}`, { method, headers, body: JSON.stringify(body) });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`sandbox: ${method} ${path} answered ${reply.status} ${text}`);
  return (text ? JSON.parse(text) : undefined) as T;
}

export const sandboxAt = (url: string): SandboxAccess => ({
  url,
  control: (method, path, body) => control(url, method, path, body),
});

export async function startSandbox(env: Record<string, string | undefined>) {
  const [port, smtpPort] = [await freePort(), await freePort()];
  const ports = { SANDBOX_PORT: String(port), SANDBOX_SMTP_PORT: String(smtpPort) };
  const running = startProcess(sandboxMain, { ...env, ...ports });
  await running.untilPrinted(/Sandbox for payments/);
  return sandboxOf(running, port, smtpPort);
}

const sandboxOf = (running: Running, port: number, smtpPort: number) => ({
  ...running,
  ...sandboxAt(`http://localhost:${port}`),
  ...{ port, smtpPort },
});
export type TestSandbox = ReturnType<typeof sandboxOf>;

/** Starts the built server on `port`, so that a restart keeps the address. */
export async function startServer(port: number, env: Record<string, string | undefined>) {
  const running = startProcess(serverMain, { PORT: String(port), ...env });
  await running.untilPrinted(/"event":"listening"/);
  return serverOf(running, port);
}

const serverOf = (running: Running, port: number) => ({ ...running, port, url: `http://localhost:${port}` });
export type TestServer = ReturnType<typeof serverOf>;

const settingsOf = (sandbox: TestSandbox, database: TestDatabase, env: Record<string, string>) => ({
  ...testSettings,
  ...{ SANDBOX_PORT: String(sandbox.port), SANDBOX_SMTP_PORT: String(sandbox.smtpPort) },
  ...database.env,
  ...env,
});

/** The product that an earlier test file of this worker used, without what that file left in it. */
async function borrowProduct() {
  const { workerWide } = globalThis;
  const lent = workerWide?.product;
  if (!lent) return;
  delete workerWide.product;
  const { ports } = lent;
  const sandbox = sandboxOf(watchProcess(lent.sandbox), ports.sandbox, ports.smtp);
  const database = databaseAt(lent.database);
  await sandbox.control('POST', '/reset');
  await emptyDatabase(database);
  for (const child of [lent.server, lent.sandbox]) waitFor(child, true);
  return { database, sandbox, server: serverOf(watchProcess(lent.server), ports.server) };
}

/** Keeps a product for the next test file of this worker. @returns false where there is none, or one is kept already */
function lendProduct(product: { server: TestServer; sandbox: TestSandbox; database: TestDatabase }) {
  const { server, sandbox, database } = product;
  const { workerWide } = globalThis;
  if (!workerWide || workerWide.product || !postgresUrl) return false;
  const ports = { server: server.port, sandbox: sandbox.port, smtp: sandbox.smtpPort };
  workerWide.product = { server: server.child, sandbox: sandbox.child, ports, database: database.env };
  for (const { child } of [server, sandbox]) waitFor(child, false);
  return true;
}

type Env = Record<string, string>;

async function newProduct(env: Env, newDatabase: () => Promise<TestDatabase>, sandboxEnv: Env) {
  const [database, port] = await Promise.all([newDatabase(), freePort()]);
  const apiUrl = `http://localhost:${port}/api`;
  const ourselves = { SANDBOX_WEBHOOK_URL: `${apiUrl}/webhooks/razorpay`, SANDBOX_API_URL: apiUrl };
  const sandbox = await startSandbox({ DATA_DIR: database.env.DATA_DIR, ...ourselves, ...sandboxEnv });
  return { database, sandbox, server: await startServer(port, settingsOf(sandbox, database, env)) };
}

/**
 * The whole product as `npm start` runs it, on separate ports and data. Without arguments, the test files of a worker
 * use one after the other: each finds it empty, and leaves the schema as it was.
 * @param env settings in addition to database and sandbox, such as `{ THROTTLE: 'on' }`.
 */
export async function startProduct(env: Env = {}, newDatabase?: () => Promise<TestDatabase>, sandboxEnv: Env = {}) {
  const isShared = !newDatabase && ![env, sandboxEnv].some((each) => Object.keys(each).length);
  const { database, sandbox, server } =
    (isShared && (await borrowProduct())) || (await newProduct(env, newDatabase ?? freshDatabase, sandboxEnv));
  let changed = false;
  const product = {
    url: server.url,
    sandbox,
    database,
    /** The running server: replaced by `restart`. */
    server,
    /** Starts the server again on the same data, after `server.kill()` or `server.stop()`. */
    async restart(more: Env = {}) {
      changed ||= Object.keys(more).length > 0;
      product.server = await startServer(server.port, { ...settingsOf(sandbox, database, env), ...more });
      return product.server;
    },
    /** Ends everything and removes its data, or hands it on. */
    async close() {
      const isWhole = !changed && !product.server.hasExited() && !sandbox.hasExited();
      if (isShared && isWhole && lendProduct(product)) return;
      await Promise.all([product.server.stop(), sandbox.stop()]);
      await database.drop();
    },
  };
  return product;
}
export type TestProduct = Awaited<ReturnType<typeof startProduct>>;
