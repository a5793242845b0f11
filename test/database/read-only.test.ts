import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiOf } from '../support/api';
import { queryPostgres, type TestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { migrateDatabase } from '../support/migrate';
import { hasPostgres, startPair } from '../support/postgres-pair';
import { proxyTo } from '../support/postgres-proxy';
import { startProduct } from '../support/server';

(hasPostgres ? test : test.skip)(
  'after a failover, a server that is left on the old, read-only primary is not ready, and moves to the new one',
  async () => {
    const { primary, standby, promoteStandby, remove } = await startPair();
    await queryPostgres(primary.url(), 'CREATE DATABASE novacore');
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'novacore-test-'));
    const database: TestDatabase = {
      env: { DATABASE_URL: primary.url('novacore'), DATA_DIR },
      query: (sql, values) => queryPostgres(primary.url('novacore'), sql, values),
      drop: async () => rmSync(DATA_DIR, { recursive: true, force: true }),
    };
    migrateDatabase(database.env);
    const proxy = await proxyTo(database);
    const product = await startProduct(proxy?.env, async () => database);
    const api = apiOf(product);
    const { token } = await api.newPerson();
    const id = await api.newOrder();

    await queryPostgres(primary.url(), 'ALTER SYSTEM SET default_transaction_read_only = on');
    await queryPostgres(primary.url(), 'SELECT pg_reload_conf()');
    const refused = { code: 'unavailable', status: 503 };
    await eventually(async () => void (await api.get('/health/ready').expect(503)));
    for (const call of [api.createOrder(), api.claimOrder(id, token), api.get('/health')])
      expect((await call.expect(503)).body).toMatchObject(refused);
    proxy?.leadTo(standby.url());
    expect((await api.createOrder().expect(503)).body).toMatchObject(refused);
    await api.get('/health/ready').expect(503);

    await promoteStandby();
    await eventually(async () => void (await api.get('/health/ready').expect(200)));
    await eventually(async () => void (await api.claimOrder(id, token).expect(200)));
    await api.verifyPayment(await api.pay(id), token).expect(200);
    const left = "SELECT FROM pg_stat_activity WHERE datname = 'novacore' AND pid <> pg_backend_pid()";
    await eventually(async () => expect(await database.query(left)).toEqual([]));
    await product.close();
    await remove();
  },
);
