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
  let name: string;
  let owner: string;
  const serverRole = `doctor_server_${process.pid}`;
  const as = (role: string) => Object.assign(new URL(database.env.DATABASE_URL ?? ''), { username: role }).href;

  beforeAll(async () => {
    database = await freshDatabase();
    const { pathname, username } = new URL(database.env.DATABASE_URL ?? '');
    [name, owner] = [pathname.slice(1), username];
    await database.query(`CREATE ROLE ${serverRole} LOGIN;
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${serverRole};
      REVOKE ALL ON DATABASE ${name} FROM PUBLIC; GRANT CONNECT ON DATABASE ${name} TO ${serverRole}`);
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

  const alter = (change: string) => queryPostgres(postgresUrl ?? '', `ALTER DATABASE ${name} ${change}`);

  /** Runs the doctor with other settings. It may report other consequences of them too. */
  async function expectFaults(expected: RegExp[], changes: Env = {}, args = ['--trial']) {
    const doctor = startProcess(join(folder, 'apps/bff/dist/doctor.js'), { ...good, ...changes }, args);
    const [code] = await once(doctor.child, 'close');
    const faults = doctor.output().match(/^✗ .*$/gm) ?? [];
    expect(doctor.output()).toMatch(
      expected.length ? /^NovaCore 1\..*: faults found/m : /^NovaCore 1\..*: no faults found/m,
    );
    const found = expect.arrayContaining(expected.map((fault) => expect.stringMatching(fault)));
    expect({ code, faults }).toEqual(expected.length ? { code: 1, faults: found } : { code: 0, faults: [] });
  }

  test('finds nothing in a good deployment, which follows HOST, DB_POOL and HSTS_SUBDOMAINS', async () => {
    await expectFaults([]);
    const at = (host: string) => `http://${host}:${good.PORT}/api/health/ready`;
    await expect(fetch(at('127.0.0.2'))).rejects.toThrow();
    const replies = await Promise.all(Array.from({ length: 20 }, () => fetch(at('127.0.0.1'))));
    expect(replies[0]?.headers.get('strict-transport-security')).toMatch(/; includeSubDomains$/);
    const metrics = await (await fetch(`http://127.0.0.1:${good.METRICS_PORT}/metrics`)).text();
    const connections = [...metrics.matchAll(/^novacore_database_pool{state="(?:used|idle)"} (\d+)/gm)];
    expect(connections.reduce((sum, [, count]) => sum + Number(count), 0)).toBeLessThanOrEqual(3);
  });

  test('finds what the settings get wrong', async () => {
    const wrong = {
      CONTACT_EMAIL: 'hello@novacore.example',
      TRUST_PROXY: '',
      DATA_DIR: '/proc',
      DB_POOL: '100',
      RAZORPAY_KEY_SECRET: 'another',
      RAZORPAY_WEBHOOK_SECRET: 'another webhook secret',
      SMTP_URL: 'smtp://127.0.0.1:1',
    };
    const faults = [
      /test key: no real money/,
      /is not Razorpay/,
      /CONTACT_EMAIL is a placeholder/,
      /built with another contactEmail/,
      /TRUST_PROXY is empty/,
      /disk of \/proc has 0 MB left/,
      /Two instances need 206 connections/,
      /provider refuses the API key/,
      /refuses a signed event/,
      /mail server cannot be used: .*SMTP_URL/,
    ];
    await expectFaults(faults, wrong, []);
    const nowhere = { DATABASE_URL: 'postgresql://novacore@127.0.0.1:1/none', RAZORPAY_API_URL: 'http://localhost:1' };
    const unreachable = [/server at 127.0.0.1:1 /, /provider at .* cannot be reached/, /PUBLIC_URL is not https/];
    await expectFaults(unreachable, { ...nowhere, PUBLIC_URL: `http://localhost:${good.PORT}` });
  });

  test('finds a wrong clock, an untrusted certificate, missing headers, and an incomplete site or database', async () => {
    const { query } = database;
    const report = join(folder, 'apps/web/dist/build.json');
    const build = readFileSync(report, 'utf8');
    writeFileSync(report, build.replace('"placeholders":[]', '"placeholders":["phone"]'));
    await query('INSERT INTO users (id) VALUES (gen_random_uuid())');
    await query(`INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, name, rp_id)
      SELECT id, id, 'x', '', 0, 'x', 'old.example' FROM users`);
    const NODE_OPTIONS = `--require ${join(projectRoot, 'test/support/shifted-clock.cjs')}`;
    const wrong = [
      /clock is \d+ ms ahead of the database's/,
      /PUBLIC_URL .* cannot be reached: self-signed certificate/,
      /placeholders of the operator file: phone/,
      /passkeys for old\.example/,
    ];
    await expectFaults(wrong, { NODE_OPTIONS, CLOCK_SHIFT_MS: '30000', NODE_EXTRA_CA_CERTS: '' });
    await query('DELETE FROM passkeys');
    await query('DELETE FROM users');

    rmSync(report);
    const bare = await startNginx([sandbox.port]);
    const rename = (from: string, to: string) =>
      query('UPDATE _prisma_migrations SET migration_name = replace(migration_name, $1, $2)', [from, to]);
    await rename('release_1_4', 'another');
    const missing = [
      /site is not built/,
      /lacks the headers .*strict-transport-security/,
      /migrations: \d+_release_1_4/,
    ];
    const PUBLIC_URL = `https://localhost:${bare.port}`;
    await expectFaults(missing, { PUBLIC_URL, NODE_EXTRA_CA_CERTS: bare.certificate });
    await rename('another', 'release_1_4');
    writeFileSync(report, build);
    await bare.close();
  });

  test('finds a role with other rights than the server needs, and a PostgreSQL that is too old or read-only', async () => {
    await expectFaults([/role of DATABASE_URL is a superuser, .*owns tables/], { DATABASE_URL: as(owner) });
    const rights = ['TRUNCATE ON orders', 'CREATE ON SCHEMA public', `TEMPORARY ON DATABASE ${name}`];
    for (const right of rights) await database.query(`GRANT ${right} TO ${serverRole}`);
    await database.query(`REVOKE UPDATE ON orders FROM ${serverRole}`);
    await database.query(`CREATE FUNCTION current_setting(text) RETURNS text RETURN
      CASE $1 WHEN 'server_version_num' THEN '130022' ELSE pg_catalog.current_setting($1) END`);
    await alter('SET search_path = public, pg_catalog');
    await alter('SET default_transaction_read_only = on');
    await expectFaults([
      /may not read and write orders/,
      /truncates tables or adds triggers, makes tables, makes temporary tables/,
      /PostgreSQL is older than 14/,
      /leads to a read-only database/,
    ]);
    await alter('RESET ALL');
    for (const right of rights) await database.query(`REVOKE ${right} FROM ${serverRole}`);
    await database.query(`GRANT UPDATE ON orders TO ${serverRole}`);
  });

  test('finds another schema, and an encoding without some characters', async () => {
    await database.query(`CREATE SCHEMA staging; GRANT USAGE ON SCHEMA staging TO ${serverRole}`);
    await alter('SET search_path = staging, public');
    await expectFaults([/search_path must lead to the schema public/]);
    await alter('RESET ALL');
    const latin = `novacore_test_latin_${process.pid}`;
    await queryPostgres(postgresUrl ?? '', `CREATE DATABASE ${latin} TEMPLATE template0 ENCODING LATIN1 LOCALE 'C'`);
    await expectFaults([/encoding of the database is LATIN1/], { DATABASE_URL: onDatabase(postgresUrl ?? '', latin) });
    await queryPostgres(postgresUrl ?? '', `DROP DATABASE ${latin} WITH (FORCE)`);
  });

  needing(test, 'PgBouncer')('finds a pooler in the wrong mode, or without a way for migrations', async () => {
    const { port } = new URL(good.DATABASE_URL ?? '');
    await alter("SET IntervalStyle = 'iso_8601'");
    for (const [mode, faults] of [
      ['statement', [/pooler at DATABASE_URL refuses transactions/]],
      ['transaction', [/DATABASE_DIRECT_URL is not set/, /pooler at DATABASE_URL have another IntervalStyle than/]],
    ] as const) {
      const pooler = await startPgbouncer(Number(port), mode);
      const url = Object.assign(new URL(good.DATABASE_URL ?? ''), { port: String(pooler.port) }).href;
      await expectFaults([...faults], { DATABASE_URL: url });
      await pooler.close();
    }
    await alter('RESET IntervalStyle');
  });
});
