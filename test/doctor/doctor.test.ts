import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshDatabase, onDatabase, postgresUrl, queryPostgres, type TestDatabase } from '../support/database';
import { needing } from '../support/needing';
import { startNginx, type TestNginx } from '../support/nginx';
import { projectRoot } from '../support/paths';
import { startPgbouncer } from '../support/pgbouncer';
import { freePort, type Running, startProcess } from '../support/process';
import { copyServer, copySite, type SiteSettings, writeOperatorFile } from '../support/release';
import { startSandbox, type TestSandbox } from '../support/server';

type Env = Record<string, string>;
const account = {
  KEY_ID: 'rzp_test_DoctorTest00001',
  KEY_SECRET: 'the key secret',
  WEBHOOK_SECRET: 'the webhook secret',
};
const prefixed = (prefix: string): Env =>
  Object.fromEntries(Object.entries(account).map(([key, value]) => [`${prefix}_${key}`, value]));

const folder = mkdtempSync(join(tmpdir(), 'novacore-doctor-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

needing(
  describe,
  'PostgreSQL',
  'nginx',
)('npm run doctor', () => {
  let database: TestDatabase;
  let sandbox: TestSandbox;
  let nginx: TestNginx;
  let server: Running;
  let good: Env;
  const serverRole = `doctor_server_${process.pid}`;
  const as = (role: string) => Object.assign(new URL(database.env.DATABASE_URL ?? ''), { username: role }).href;

  beforeAll(async () => {
    database = await freshDatabase();
    await database.query(`CREATE ROLE ${serverRole} LOGIN;
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${serverRole}`);
    const { pathname } = new URL(database.env.DATABASE_URL ?? '');
    await database.query(`REVOKE ALL ON DATABASE ${pathname.slice(1)} FROM PUBLIC;
      GRANT CONNECT ON DATABASE ${pathname.slice(1)} TO ${serverRole}`);
    sandbox = await startSandbox({ ...prefixed('SANDBOX'), DATA_DIR: join(folder, 'sandbox') });
    const port = await freePort();
    nginx = await startNginx([port]);
    const site: SiteSettings = {
      NODE_ENV: 'production',
      PUBLIC_URL: `https://localhost:${nginx.port}`,
      CONTACT_EMAIL: 'hello@novacore.test',
      PAYMENT_PURPOSE: 'One payment of ₹150 for the test.',
      OPERATOR_FILE: join(folder, 'operator.json'),
    };
    writeOperatorFile(site.OPERATOR_FILE);
    copyServer(folder);
    copySite(folder, site);
    good = {
      ...site,
      ...prefixed('RAZORPAY'),
      PORT: String(port),
      HOST: '127.0.0.1',
      DB_POOL: '3',
      HSTS_SUBDOMAINS: 'on',
      METRICS_PORT: String(await freePort()),
      TRUST_PROXY: '127.0.0.1',
      DATA_DIR: folder,
      DATABASE_URL: as(serverRole),
      JWT_SECRET: 'the secret of the doctor test, with more than 32 bytes',
      SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
      MAIL_FROM: 'NovaCore <no-reply@novacore.test>',
      OPERATOR_EMAIL: 'operator@novacore.test',
      RAZORPAY_API_URL: sandbox.url,
      RAZORPAY_CHECKOUT_URL: `${sandbox.url}/v1/checkout.js`,
      NODE_EXTRA_CA_CERTS: nginx.certificate,
    };
    server = startProcess(join(folder, 'apps/bff/dist/main.js'), good);
    await server.untilPrinted(/"event":"listening"/);
  });
  afterAll(async () => {
    await Promise.all([server.stop(), sandbox.stop(), nginx.close()]);
    await database.drop();
    await queryPostgres(postgresUrl ?? '', `DROP ROLE ${serverRole}`);
  });

  async function examine(changes: Env = {}, args = ['--trial']) {
    const doctor = startProcess(join(folder, 'apps/bff/dist/doctor.js'), { ...good, ...changes }, args);
    const [code] = await once(doctor.child, 'close');
    return { code, faults: doctor.output().match(/^✗ .*$/gm) ?? [] };
  }
  /** Plants a fault by other settings. Other checks may find its consequences too. */
  async function expectFault(fault: RegExp, changes: Env = {}, args?: string[]) {
    const { code, faults } = await examine(changes, args);
    expect({ code, faults }).toEqual({ code: 1, faults: expect.arrayContaining([expect.stringMatching(fault)]) });
  }

  test('refuses an unknown argument, and explains the known one', async () => {
    const usage = 'Use npm run doctor, with -- --trial for test keys and a sandbox.\n';
    for (const [arg, code] of [
      ['--trail', 1],
      ['--help', 0],
    ] as const) {
      const doctor = startProcess(join(folder, 'apps/bff/dist/doctor.js'), good, [arg]);
      expect([await once(doctor.child, 'close'), doctor.output()]).toEqual([[code, null], usage]);
    }
  });

  test('finds nothing in a good deployment', async () => {
    expect(await examine()).toEqual({ code: 0, faults: [] });
  });

  test('that deployment follows HOST, DB_POOL and HSTS_SUBDOMAINS', async () => {
    const at = (host: string) => `http://${host}:${good.PORT}/api/health/ready`;
    await expect(fetch(at('127.0.0.2'))).rejects.toThrow();
    const replies = await Promise.all(Array.from({ length: 20 }, () => fetch(at('127.0.0.1'))));
    expect(replies[0]?.headers.get('strict-transport-security')).toMatch(/; includeSubDomains$/);
    const metrics = await (await fetch(`http://127.0.0.1:${good.METRICS_PORT}/metrics`)).text();
    const connections = [...metrics.matchAll(/^novacore_database_pool{state="(?:used|idle)"} (\d+)/gm)];
    expect(connections.reduce((sum, [, count]) => sum + Number(count), 0)).toBeLessThanOrEqual(3);
  });

  test('finds what the settings get wrong', async () => {
    const planted: [RegExp, Env, string[]?][] = [
      [/Invalid configuration/, { PORT: 'abc' }],
      [/test key: no real money/, {}, []],
      [/is not Razorpay/, {}, []],
      [/CONTACT_EMAIL is a placeholder/, { CONTACT_EMAIL: 'hello@novacore.example' }],
      [/built with another contactEmail/, { CONTACT_EMAIL: 'other@novacore.test' }],
      [/TRUST_PROXY is empty/, { TRUST_PROXY: '' }],
      [/PUBLIC_URL is not https/, { PUBLIC_URL: `http://localhost:${good.PORT}` }],
      [/disk of \/proc has 0 MB left/, { DATA_DIR: '/proc' }],
      [/database cannot be used/, { DATABASE_URL: 'postgresql://novacore@127.0.0.1:1/none' }],
      [/Two instances need 206 connections/, { DB_POOL: '100' }],
      [/provider refuses the API key/, { RAZORPAY_KEY_SECRET: 'another' }],
      [/provider cannot be reached/, { RAZORPAY_API_URL: 'http://localhost:1' }],
      [/mail server cannot be used: ESOCKET/, { SMTP_URL: 'smtp://127.0.0.1:1' }],
      [/refuses a signed event/, { RAZORPAY_WEBHOOK_SECRET: 'another webhook secret' }],
      [/PUBLIC_URL cannot be reached: self-signed certificate/, { NODE_EXTRA_CA_CERTS: '' }],
    ];
    for (const [fault, changes, args] of planted) await expectFault(fault, changes, args);
  });

  test('finds security headers that do not arrive', async () => {
    const bare = await startNginx([sandbox.port]);
    const PUBLIC_URL = `https://localhost:${bare.port}`;
    await expectFault(/lacks the headers .*strict-transport-security/, {
      PUBLIC_URL,
      NODE_EXTRA_CA_CERTS: bare.certificate,
    });
    await bare.close();
  });

  test('finds a clock that is wrong', async () => {
    const NODE_OPTIONS = `--require ${join(projectRoot, 'test/support/shifted-clock.cjs')}`;
    await expectFault(/This clock is \d+ ms ahead of the database's/, { NODE_OPTIONS, CLOCK_SHIFT_MS: '30000' });
  });

  test('finds an incomplete site and placeholders on it', async () => {
    const report = join(folder, 'apps/web/dist/build.json');
    const build = readFileSync(report, 'utf8');
    writeFileSync(report, build.replace('"placeholders":[]', '"placeholders":["phone"]'));
    await expectFault(/placeholders of the operator file: phone/);
    rmSync(report);
    await expectFault(/The site is not built/);
    writeFileSync(report, build);
  });

  test('finds missing migrations and rights, and passkeys for another host', async () => {
    const { query } = database;
    await query(
      "UPDATE _prisma_migrations SET migration_name = 'x' || migration_name WHERE migration_name LIKE '%release_1_4'",
    );
    await expectFault(/lacks migrations: \d+_release_1_4/);
    await query(
      "UPDATE _prisma_migrations SET migration_name = substr(migration_name, 2) WHERE migration_name LIKE 'x%'",
    );
    await query('INSERT INTO users (id) VALUES (gen_random_uuid())');
    await query(`INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, name, rp_id)
      SELECT id, id, 'x', '', 0, 'x', 'old.example' FROM users`);
    await expectFault(/passkeys for old\.example/);
    await query('DELETE FROM passkeys');
    await query('DELETE FROM users');
    await query(`REVOKE UPDATE ON orders FROM ${serverRole}`);
    await expectFault(/may not read and write orders/);
    await query(`GRANT UPDATE ON orders TO ${serverRole}`);
  });

  test('finds a role with more rights than the server needs', async () => {
    const { pathname, username } = new URL(database.env.DATABASE_URL ?? '');
    await expectFault(/role of DATABASE_URL is a superuser, .*owns tables/, { DATABASE_URL: as(username) });
    for (const [right, fault] of [
      ['TRUNCATE ON orders', /truncates tables/],
      ['TRIGGER ON payments', /adds triggers/],
      ['CREATE ON SCHEMA public', /makes tables/],
      [`TEMPORARY ON DATABASE ${pathname.slice(1)}`, /makes temporary tables/],
    ] as const) {
      await database.query(`GRANT ${right} TO ${serverRole}`);
      await expectFault(fault);
      await database.query(`REVOKE ${right} FROM ${serverRole}`);
    }
  });

  const alter = (change: string) => {
    const name = new URL(good.DATABASE_URL ?? '').pathname.slice(1);
    return queryPostgres(postgresUrl ?? '', `ALTER DATABASE ${name} ${change}`);
  };

  test('finds a PostgreSQL that is too old, and one that is read-only or in another schema', async () => {
    await database.query(`CREATE FUNCTION current_setting(text) RETURNS text RETURN
      CASE $1 WHEN 'server_version_num' THEN '130022' ELSE pg_catalog.current_setting($1) END`);
    await alter('SET search_path = public, pg_catalog');
    await expectFault(/PostgreSQL is older than 14/);
    await alter('RESET search_path');
    await alter('SET default_transaction_read_only = on');
    await expectFault(/leads to a read-only database/);
    await alter('RESET default_transaction_read_only');
    await database.query('CREATE SCHEMA staging');
    await database.query(`GRANT USAGE ON SCHEMA staging TO ${serverRole}`);
    for (const path of ['missing', 'staging, public']) {
      await alter(`SET search_path = ${path}`);
      await expectFault(/search_path must lead to the schema public/);
    }
    await alter('RESET search_path');
  });

  test('finds a database that cannot hold every character', async () => {
    const name = `novacore_test_latin_${process.pid}`;
    await queryPostgres(postgresUrl ?? '', `CREATE DATABASE ${name} TEMPLATE template0 ENCODING LATIN1 LOCALE 'C'`);
    await expectFault(/encoding of the database is LATIN1/, { DATABASE_URL: onDatabase(postgresUrl ?? '', name) });
    await queryPostgres(postgresUrl ?? '', `DROP DATABASE ${name} WITH (FORCE)`);
  });

  needing(test, 'PgBouncer')('finds a pooler in the wrong mode, or without a way for migrations', async () => {
    const { port } = new URL(good.DATABASE_URL ?? '');
    for (const [mode, fault] of [
      ['statement', /pooler at DATABASE_URL refuses transactions/],
      ['transaction', /DATABASE_DIRECT_URL is not set/],
      ['transaction', /pooler at DATABASE_URL have another IntervalStyle than/],
    ] as const) {
      if (mode === 'transaction') await alter("SET IntervalStyle = 'iso_8601'");
      const pooler = await startPgbouncer(Number(port), mode);
      const url = Object.assign(new URL(good.DATABASE_URL ?? ''), { port: String(pooler.port) }).href;
      await expectFault(fault, { DATABASE_URL: url });
      await pooler.close();
      await alter('RESET IntervalStyle');
    }
  });
});
