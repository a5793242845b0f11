import { type Api, apiOf } from '../support/api';
import { freshDatabase, type TestDatabase } from '../support/database';
import { freePort } from '../support/process';
import { startSandbox, startServer, type TestSandbox, type TestServer } from '../support/server';
import { expectInvariants } from './invariants';

export interface ProviderState {
  orders: { id: string; receipt: string; status: string; amount_paid: number }[];
  payments: { id: string; order_id: string; status: string; amount: number; amount_refunded: number }[];
  refunds: { id: string; payment_id: string; amount: number }[];
  requests: Record<string, number>;
}
interface Rule {
  operation?: string;
  /** A regular expression. */
  path?: string;
  kind: 'delay' | 'status' | 'drop' | 'garbage' | 'hang';
  when?: 'before' | 'after';
  times?: number;
  skip?: number;
  status?: number;
  body?: object;
  ms?: number;
}
interface Released {
  id: string;
  deliveries: { status: number | null }[];
}

/** The product, its provider and its database, with hands on all of them. Events are held until a test releases them. */
export interface Stage {
  api: Api;
  sandbox: TestSandbox;
  database: TestDatabase;
  server: TestServer;
  url: string;
  env: Record<string, string | undefined>;
  /** Scripts a fault of the provider. @returns what resolves when it is met. */
  fault(rule: Rule): Promise<() => Promise<void>>;
  provider(): Promise<ProviderState>;
  /** Ends all scripted faults, and lets go what hangs. */
  calm(): Promise<void>;
  /** Sends held events. @returns every answer's status. */
  release(choice: object): Promise<(number | null)[]>;
  /** Ends the server by SIGKILL, runs SQL (embedded: nobody else may have the database then), starts it again. */
  reborn(sql?: string): Promise<void>;
  /** Makes every unfinished order due and lets the reconciler ask about it; the server starts anew. */
  checkAll(): Promise<void>;
  close(): Promise<void>;
}

const dueNow = 'UPDATE orders SET next_check_at = now() WHERE next_check_at IS NOT NULL';

/** @param database a database of its own; by default the run's. @param settings more of the server's environment. */
export async function startStage(database?: TestDatabase, settings: Record<string, string> = {}): Promise<Stage> {
  const own = database ?? (await freshDatabase());
  const port = await freePort();
  const webhookUrl = { SANDBOX_WEBHOOK_URL: `http://localhost:${port}/api/webhooks/razorpay` };
  const sandbox = await startSandbox({ DATA_DIR: own.env.DATA_DIR, ...webhookUrl });
  await sandbox.control('PUT', '/webhooks', { mode: 'hold' });
  const env = { THROTTLE: 'off', SANDBOX_PORT: String(sandbox.port), ...own.env, ...settings };
  const url = `http://localhost:${port}`;
  const stage: Stage = {
    api: apiOf({ url, sandbox }),
    sandbox,
    database: own,
    server: await startServer(port, env),
    url,
    env,
    async fault({ operation, path, times, skip, ...action }) {
      const rule = { match: { operation, path }, times, skip, do: action };
      const [{ id }] = (await sandbox.control<[{ id: string }]>('POST', '/faults', [rule])) as [{ id: string }];
      return () => sandbox.control('GET', `/faults/${id}/hit?count=${times ?? 1}`);
    },
    provider: () => sandbox.control('GET', '/state'),
    calm: () => sandbox.control('DELETE', '/faults'),
    async release(choice) {
      const released = await sandbox.control<Released[]>('POST', '/webhooks/release', choice);
      return released.flatMap(({ deliveries }) => deliveries.map(({ status }) => status));
    },
    async reborn(sql) {
      await stage.server.kill();
      if (sql) await own.query(sql);
      stage.server = await startServer(port, env);
    },
    async checkAll() {
      await stage.reborn(dueNow);
      await stage.server.untilPrinted(/"event":"reconciled"/);
    },
    async close() {
      await Promise.all([stage.server.stop(), sandbox.stop()]);
      await expectInvariants(own);
      await own.drop();
    },
  };
  return stage;
}
