import { join } from 'node:path';
import { freshDatabase, type TestDatabase } from './database';
import { projectRoot } from './paths';
import { freePort, type Running, startProcess } from './process';

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

export interface TestSandbox extends Running, SandboxAccess {
  port: number;
  smtpPort: number;
}

export interface TestServer extends Running {
  url: string;
  port: number;
}

/** Without limits, and without the cost of hashing passwords. */
export const testSettings = { THROTTLE: 'off', PASSWORD_HASHING: 'light' };

const sandboxMain = join(projectRoot, 'apps/sandbox/dist/main.js');
const serverMain = join(projectRoot, 'apps/bff/dist/main.js');

async function control<T>(url: string, method: string, path: string, body?: unknown): Promise<T> {
  // A separate connection: one that is kept alive may be closed just as the next call takes it.
  const headers = { connection: 'close', ...(body !== undefined && { 'content-type': 'application/json' }) };
  const reply = await fetch(`${url}/control${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`sandbox: ${method} ${path} answered ${reply.status} ${text}`);
  return (text ? JSON.parse(text) : undefined) as T;
}

export const sandboxAt = (url: string): SandboxAccess => ({
  url,
  control: (method, path, body) => control(url, method, path, body),
});

export async function startSandbox(env: Record<string, string | undefined>): Promise<TestSandbox> {
  const [port, smtpPort] = [await freePort(), await freePort()];
  const ports = { SANDBOX_PORT: String(port), SANDBOX_SMTP_PORT: String(smtpPort) };
  const running = startProcess(sandboxMain, { ...env, ...ports });
  await running.untilPrinted(/Sandbox for payments/);
  return { ...running, ...sandboxAt(`http://localhost:${port}`), port, smtpPort };
}

/** Starts the built server on `port`, so that a restart is found at the same address. */
export async function startServer(port: number, env: Record<string, string | undefined>): Promise<TestServer> {
  const running = startProcess(serverMain, { PORT: String(port), ...env });
  await running.untilPrinted(/"event":"listening"/);
  return { ...running, port, url: `http://localhost:${port}` };
}

/**
 * The whole product as `npm start` runs it, on separate ports and data.
 * @param env settings in addition to database and sandbox, such as `{ THROTTLE: 'on' }`.
 */
export async function startProduct(
  env: Record<string, string> = {},
  newDatabase: () => Promise<TestDatabase> = freshDatabase,
  sandboxEnv: Record<string, string> = {},
) {
  const [database, port] = await Promise.all([newDatabase(), freePort()]);
  const apiUrl = `http://localhost:${port}/api`;
  const ourselves = { SANDBOX_WEBHOOK_URL: `${apiUrl}/webhooks/razorpay`, SANDBOX_API_URL: apiUrl };
  const sandbox = await startSandbox({ DATA_DIR: database.env.DATA_DIR, ...ourselves, ...sandboxEnv });
  const ports = { SANDBOX_PORT: String(sandbox.port), SANDBOX_SMTP_PORT: String(sandbox.smtpPort) };
  const settings = { ...testSettings, ...ports, ...database.env, ...env };
  const product = {
    url: `http://localhost:${port}`,
    sandbox,
    database,
    /** The running server: replaced by `restart`. */
    server: await startServer(port, settings),
    /** Starts the server again on the same data, after `server.kill()` or `server.stop()`. */
    async restart(more: Record<string, string> = {}): Promise<TestServer> {
      product.server = await startServer(port, { ...settings, ...more });
      return product.server;
    },
    /** Ends everything and removes its data. */
    async close() {
      await Promise.all([product.server.stop(), sandbox.stop()]);
      await database.drop();
    },
  };
  return product;
}
export type TestProduct = Awaited<ReturnType<typeof startProduct>>;
