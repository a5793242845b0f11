import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectInvariants } from '../faults/invariants';
import { queryPostgres } from '../support/database';
import { eventually } from '../support/eventually';
import { hasNginx, startNginx } from '../support/nginx';
import { projectRoot } from '../support/paths';
import { hasPgbouncer, startPgbouncer } from '../support/pgbouncer';
import { hasPostgres, startPair } from '../support/postgres-pair';
import { freePort, type Running, startProcess } from '../support/process';
import { addMigration, copyServer, copySite, type SiteSettings, writeOperatorFile } from '../support/release';
import { sandboxAt } from '../support/server';
import { audit, createClients, newToken, startPayers } from './cluster-clients';

const account = {
  KEY_ID: 'rzp_test_ClusterTest0001',
  KEY_SECRET: 'the key secret of the cluster test',
  WEBHOOK_SECRET: 'the webhook secret of the cluster test',
};
const prefixed = (prefix: string) =>
  Object.fromEntries(Object.entries(account).map(([key, value]) => [`${prefix}_${key}`, value]));

/** Runs a program of a release to its end. */
async function runToEnd(file: string, env: Record<string, string>, ...args: string[]) {
  const program = startProcess(file, env, args);
  const [code] = await once(program.child, 'close');
  if (code !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${code}:\n${program.output()}`);
}

const canRun = hasPostgres && hasNginx && hasPgbouncer;
const folder = mkdtempSync(join(tmpdir(), 'novacore-release-'));
const release = join(folder, 'novacore');
const program = (name: string) => join(release, 'apps/bff/dist', name);
const site: SiteSettings = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://novacore.example',
  CONTACT_EMAIL: 'hello@novacore.test',
  PAYMENT_PURPOSE: 'One payment of ₹150 for the test.',
  OPERATOR_FILE: join(folder, 'operator.json'),
};
beforeAll(() => {
  if (!canRun) return;
  writeOperatorFile(site.OPERATOR_FILE);
  copyServer(release);
  copySite(release, site);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function startCluster() {
  const data = mkdtempSync(join(folder, 'sandbox-'));
  const pair = await startPair();
  await queryPostgres(pair.primary.url(), 'CREATE DATABASE novacore');
  const pooler = await startPgbouncer(pair.primary.port);
  const ports = [await freePort(), await freePort()] as const;
  const nginx = await startNginx([...ports]);
  const [sandboxPort, smtpPort] = [await freePort(), await freePort()];
  const sandbox = sandboxAt(`http://localhost:${sandboxPort}`);
  const startProvider = async () => {
    const running = startProcess(join(projectRoot, 'apps/sandbox/dist/main.js'), {
      ...prefixed('SANDBOX'),
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SMTP_PORT: String(smtpPort),
      DATA_DIR: data,
      SANDBOX_WEBHOOK_URL: `https://localhost:${nginx.port}/api/webhooks/razorpay`,
      NODE_EXTRA_CA_CERTS: nginx.certificate,
    });
    await running.untilPrinted(/Sandbox for payments/);
    return running;
  };
  const env = {
    ...site,
    ...prefixed('RAZORPAY'),
    HOST: '127.0.0.1',
    TRUST_PROXY: '127.0.0.1',
    JWT_SECRET: 'the secret of the cluster test, with more than 32 bytes',
    DATABASE_URL: `postgresql://novacore@127.0.0.1:${pooler.port}/novacore`,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    MAIL_FROM: 'NovaCore <no-reply@novacore.test>',
    OPERATOR_EMAIL: 'operator@novacore.test',
    RAZORPAY_API_URL: sandbox.url,
    RAZORPAY_CHECKOUT_URL: `${sandbox.url}/v1/checkout.js`,
  };
  const instances: Running[] = [];
  return {
    ...{ pair, pooler, nginx, sandbox, instances, provider: await startProvider() },
    async restartProvider(this: { provider: Running }) {
      this.provider = await startProvider();
    },
    migrate: (url: string) => runToEnd(program('migrate.js'), { ...env, DATABASE_DIRECT_URL: url }),
    reconcile: () => runToEnd(program('commands.js'), env, 'orders', 'reconcile'),
    async start(index: 0 | 1) {
      const running = startProcess(program('main.js'), { ...env, PORT: String(ports[index]) });
      instances[index] = running;
      await running.untilPrinted(/"event":"listening"/);
    },
    async close(this: { provider: Running }) {
      await Promise.all([...instances, this.provider].map((running) => running.kill()));
      await Promise.all([nginx.close(), pooler.close()]);
      await pair.remove();
    },
  };
}

let cleanUp: () => Promise<void> = async () => {};
afterEach(() => cleanUp());

(canRun ? test : test.skip)(
  'two instances lose and double no payment through crashes, a release and a failover',
  async () => {
    const cluster = await startCluster();
    cleanUp = cluster.close.bind(cluster);
    const { pair, pooler, instances, sandbox } = cluster;
    await cluster.migrate(pair.primary.url('novacore'));
    await cluster.start(0);
    await cluster.start(1);
    const clients = createClients(cluster.nginx.port);
    const tokens = await Promise.all(Array.from({ length: 12 }, () => newToken(clients)));
    const payers = startPayers(clients, sandbox, tokens, 4);
    const phase = async (name: string, work: () => Promise<unknown> = async () => {}) => {
      clients.enter(name);
      await work();
      await payers.more(5);
    };

    await phase('calm');
    await phase('kill -9 of one instance', async () => {
      await instances[0]?.kill();
      await payers.more(5);
      await cluster.start(0);
    });
    await phase('SIGTERM to the other', async () => {
      await instances[1]?.stop();
      expect(instances[1]?.child.exitCode).toBe(0);
      await payers.more(5);
      await cluster.start(1);
    });
    await phase('restart of PgBouncer', () => pooler.restart());
    await phase('provider off and on', async () => {
      await cluster.provider.stop();
      await eventually(async () => expect(clients.phases.at(-1)?.failures).toBeGreaterThan(2));
      await cluster.restartProvider();
    });
    await phase('failover of PostgreSQL', async () => {
      pair.freezePrimary();
      await eventually(async () => expect(clients.phases.at(-1)?.failures).toBeGreaterThan(2));
      await pair.promoteStandby();
      await pooler.restart(pair.standby.port);
    });
    await phase('migration and release', async () => {
      addMigration(release, '20991231000000_next', 'ALTER TABLE orders ADD COLUMN of_next_release text;');
      await cluster.migrate(pair.standby.url('novacore'));
      for (const index of [0, 1] as const) {
        await payers.more(5);
        await instances[index]?.stop();
        await cluster.start(index);
      }
    });
    clients.enter('end');
    await payers.stop();
    await Promise.all([cluster.reconcile(), cluster.reconcile()]);

    const databaseUrl = pair.standby.url('novacore');
    process.stderr.write(clients.phases.map((each) => `${JSON.stringify(each)}\n`).join(''));
    expect(await audit(sandbox, databaseUrl)).toEqual({ payments: payers.paid.length, lost: [], doubled: 0 });
    const planned = clients.phases.filter(({ phase: name }) => /SIGTERM|release/.test(name));
    // A request may arrive just when an instance closes.
    expect(Math.max(...planned.map(({ failures }) => failures))).toBeLessThan(5);
    await expectInvariants({ query: (sql, values) => queryPostgres(databaseUrl, sql, values) });
  },
  540_000,
);
