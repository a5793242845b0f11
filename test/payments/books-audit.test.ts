import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { partnerOf } from '../sandbox/partner';
import { apiOf } from '../support/api';
import { onDatabase, queryPostgres } from '../support/database';
import { describeOnPostgres } from '../support/on-postgres';
import { runOrders } from '../support/orders';
import { projectRoot } from '../support/paths';
import { postgresBin } from '../support/postgres';
import { startProduct, type TestProduct } from '../support/server';

const operations = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8');

describeOnPostgres('after a restore of an older dump', () => {
  const folder = mkdtempSync(join(tmpdir(), 'novacore-dump-'));
  let product: TestProduct;
  let api: ReturnType<typeof apiOf>;
  let restored: string;
  beforeAll(async () => {
    product = await startProduct();
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

  /** Runs the command of the documentation that begins with `program`. */
  function documented(program: string, databaseUrl: string) {
    const command = new RegExp(`\`(${program} [^\`]+)\``).exec(operations)?.[1] ?? 'false';
    const env = { PATH: `${postgresBin()}:${process.env.PATH}`, DATABASE_URL: databaseUrl };
    execFileSync('sh', ['-c', command], { cwd: folder, env });
  }
  const env = () => ({ ...product.database.env, DATABASE_URL: restored, SANDBOX_PORT: String(product.sandbox.port) });
  const audit = async (since: Date) => {
    const { status, stdout } = await runOrders(
      env(),
      'audit',
      '--since',
      since.toISOString(),
      '--as',
      'asha',
      '--json',
    );
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
    const since = new Date(Date.now() - 60_000);
    documented('pg_dump', product.database.env.DATABASE_URL ?? '');
    await api.verifyPayment(await api.pay(open), token).expect(200);
    const [first, lost] = [await paidOrder(token), await paidOrder(token)];
    await product.sandbox.control('POST', `/payments/${refunded.reply.razorpay_payment_id}/refund`);
    const foreign: string[] = [];
    for (let order = 0; order < 101; order += 1)
      foreign.unshift(await partner.createOrder({ receipt: `shop-${order}` }));
    await product.server.stop();
    documented('pg_restore', restored);

    expect(await audit(since)).toMatchObject({
      status: 0,
      orders: { atProvider: 105, adopted: 2, notOurs: foreign },
      payments: { received: 4, receivedPaise: 60_000, refunds: 1 },
      changed: [
        { providerOrderId: refunded.id, adopted: false, from: 'PAID', to: 'REFUNDED' },
        { providerOrderId: open, adopted: false, from: 'CREATED', to: 'PAID' },
        { providerOrderId: first.id, adopted: true, from: 'CREATED', to: 'PAID' },
        { providerOrderId: lost.id, adopted: true, from: 'CREATED', to: 'PAID' },
      ],
      differences: [],
    });
    const { stdout } = await runOrders(env(), 'show', lost.id);
    expect(stdout).toMatch(/PAID[\s\S]*not claimed[\s\S]*CREATING +audit[\s\S]*done by operators[\s\S]*asha +adopt/);

    await partner.pay(foreign[0] ?? '');
    expect(await audit(since)).toMatchObject({
      status: 1,
      changed: [],
      differences: [expect.stringMatching(/^pay_\w+ is captured there, and its order order_\w+ is not ours$/)],
    });
    await product.restart({ DATABASE_URL: restored });
    await api.verifyPayment(lost.reply, token).expect(200);
    expect((await api.get(`/user/order/${lost.id}`, token).expect(200)).body.status).toBe('PAID');
    const receipts = 'SELECT receipt_number FROM orders WHERE provider_order_id = ANY($1) ORDER BY 1';
    expect(await queryPostgres(restored, receipts, [[first.id, lost.id]])).toHaveLength(2);
  });
});
