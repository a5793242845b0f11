import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { partnerOf } from '../sandbox/partner';
import { apiOf } from '../support/api';
import { runOrders } from '../support/commands';
import { freshDatabase, onDatabase, queryPostgres } from '../support/database';
import { describeOnPostgres } from '../support/on-postgres';
import { projectRoot } from '../support/paths';
import { postgresBin } from '../support/postgres';
import { startProduct, type TestProduct } from '../support/server';

const operations = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8');

/** The dump is old: the provider's times are 400 days back. */
const ageMs = 400 * 24 * 3_600_000;
const providerClock = {
  NODE_OPTIONS: `--require ${join(projectRoot, 'test/support/shifted-clock.cjs')}`,
  CLOCK_SHIFT_MS: String(-ageMs),
};

describeOnPostgres('after a restore of an older dump', () => {
  const folder = mkdtempSync(join(tmpdir(), 'novacore-dump-'));
  let product: TestProduct;
  let api: ReturnType<typeof apiOf>;
  let restored: string;
  beforeAll(async () => {
    product = await startProduct({}, freshDatabase, providerClock);
    api = apiOf(product);
    await product.sandbox.control('PUT', '/webhooks', { mode: 'off' });
    restored = onDatabase(product.database.env.DATABASE_URL ?? '', `novacore_restored_${process.pid}`);
    await product.database.query(`CREATE DATABASE novacore_restored_${process.pid}`);
  });
  afterAll(async () => {
    await product.server.stop();
    await product.database.query(`DROP DATABASE novacore_restored_${process.pid} WITH (FORCE)`);
    await product.close();
    rmSync(folder, { recursive: true });
  });

  /** Runs the command with `program` of docs/operations.md, in this folder. */
  function documented(program: string, databaseUrl: string) {
    const command = new RegExp(`^.*${program} .*/novacore.dump\\)?$`, 'm').exec(operations)?.[0] ?? 'false';
    const database = { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: databaseUrl };
    const env = { PATH: `${postgresBin()}:${process.env.PATH}`, ...database };
    execFileSync('sh', ['-c', command.replace('/var/backups/', '')], { cwd: folder, env });
  }
  const env = () => ({ ...product.database.env, DATABASE_URL: restored, SANDBOX_PORT: String(product.sandbox.port) });
  const audit = async (...more: string[]) => {
    const since = new Date(Date.now() - ageMs - 60_000).toISOString();
    const { status, stdout } = await runOrders(env(), 'audit', '--since', since, '--as', 'asha', ...more);
    return { status, ...JSON.parse(stdout) };
  };
  const paidOrder = async (token: string) => {
    const id = await api.newOrder();
    const reply = await api.pay(id);
    await api.verifyPayment(reply, token).expect(200);
    return { id, reply };
  };

  test('audit adopts and updates what the books lack, and leaves other orders alone', async () => {
    const partner = partnerOf(product.sandbox);
    const { token } = await api.newPerson();
    const [refunded, open] = [await paidOrder(token), await api.newOrder()];
    documented('pg_dump', product.database.env.DATABASE_URL ?? '');
    await api.verifyPayment(await api.pay(open), token).expect(200);
    const [first, lost] = [await paidOrder(token), await paidOrder(token)];
    await product.sandbox.control('POST', `/payments/${refunded.reply.razorpay_payment_id}/refund`);
    const twice = (await api.pay(first.id)).razorpay_payment_id;
    await product.sandbox.control('POST', `/payments/${twice}/dispute`);
    const foreign = [await partner.createOrder({ receipt: 'f'.repeat(32), amount: 99_900 })];
    for (let order = 0; order < 100; order += 1)
      foreign.unshift(await partner.createOrder({ receipt: `shop-${order}` }));
    await product.server.stop();
    documented('pg_restore', restored);

    expect(await audit()).toMatchObject({
      status: 1,
      orders: { atProvider: 105, adopted: 0, toAdopt: [lost.id, first.id], notOurs: foreign },
      payments: { received: 2, receivedPaise: 30_000, refunds: 1, notOurs: 3 },
      changed: [
        { providerOrderId: refunded.id, adopted: false, from: 'PAID', to: 'REFUNDED' },
        { providerOrderId: open, adopted: false, from: 'CREATED', to: 'PAID' },
      ],
    });
    expect(await audit('--adopt')).toMatchObject({
      status: 1, // because of the dispute
      orders: { adopted: 2, toAdopt: [] },
      payments: { received: 5, receivedPaise: 75_000, notOurs: 0 },
      changed: [
        { providerOrderId: first.id, adopted: true, from: 'CREATED', to: 'PAID' },
        { providerOrderId: lost.id, adopted: true, from: 'CREATED', to: 'PAID' },
      ],
      differences: [],
    });
    const adopted = `SELECT status, owner_id, operator, action FROM orders JOIN audit_log ON subject_id = orders.id
      WHERE provider_order_id = $1`;
    expect(await queryPostgres(restored, adopted, [lost.id])).toEqual([
      { status: 'PAID', owner_id: null, operator: 'asha', action: 'adopt' },
    ]);

    await partner.pay(foreign[0] ?? '');
    const { refunds } = await product.sandbox.control<{ refunds: object[] }>('GET', '/state');
    expect(refunds).toMatchObject([{ payment_id: refunded.reply.razorpay_payment_id }]);
    expect(await audit('--adopt')).toMatchObject({
      status: 0,
      changed: [],
      payments: { received: 5, receivedPaise: 75_000, notOurs: 1 },
    });
    await product.restart({ DATABASE_URL: restored });
    await api.verifyPayment(lost.reply, token).expect(200);
    expect((await api.get(`/user/order/${lost.id}`, token).expect(200)).body.status).toBe('PAID');
    const paid = `SELECT DISTINCT now() - paid_at > '399 days' AS "dated", left(receipt_number, 8) = 'NC/' || financial_year(paid_at)
      AS "numbered" FROM orders WHERE provider_order_id = ANY($1)`;
    expect(await queryPostgres(restored, paid, [[first.id, lost.id]])).toEqual([{ dated: true, numbered: true }]);
  });
});
