import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startScript } from '../start/script';
import { freshDatabase, onDatabase, postgresUrl, queryPostgres, type TestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { describeOnPostgres } from '../support/on-postgres';
import { projectRoot } from '../support/paths';
import { addMigration, copyServer } from '../support/release';

const wrongSchema = 'The search_path must lead to the schema public, on which the role needs USAGE.';

describeOnPostgres('npm run migrate', () => {
  const url = postgresUrl ?? '';
  const dataDir = mkdtempSync(join(tmpdir(), 'novacore-migrate-'));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  function startProgram(program: string, databaseUrl: string, ...args: string[]) {
    const env = { PATH: '', DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: '0' };
    return startScript(process.execPath, [`apps/bff/dist/${program}.js`, ...args], env, projectRoot);
  }
  async function run(program: string, databaseUrl: string, ...args: string[]) {
    const script = startProgram(program, databaseUrl, ...args);
    return { code: await script.ended, output: script.output() };
  }
  const migrate = (databaseUrl: string, ...args: string[]) => run('migrate', databaseUrl, ...args);

  test('ten may start at once on an empty database', async () => {
    const name = `novacore_test_empty_${process.pid}`;
    await queryPostgres(url, `CREATE DATABASE ${name}`);
    const ran = await Promise.all(Array.from({ length: 10 }, () => migrate(onDatabase(url, name))));
    await queryPostgres(url, `DROP DATABASE ${name} WITH (FORCE)`);
    expect(ran.map(({ code }) => code)).toEqual(Array(10).fill(0));
    expect(ran.filter(({ output }) => output.startsWith('Applied '))).toHaveLength(1);
  });

  test('refuses a PostgreSQL that is too old, and a schema other than public, before it writes', async () => {
    const name = `novacore_test_unfit_${process.pid}`;
    const own = onDatabase(url, name);
    await queryPostgres(url, `CREATE DATABASE ${name}`);
    const tables = () => queryPostgres(own, "SELECT relname FROM pg_class WHERE relname LIKE '\\_prisma%'");
    await queryPostgres(own, 'CREATE SCHEMA old; CREATE SCHEMA staging');
    await queryPostgres(
      own,
      `CREATE FUNCTION old.current_setting(text) RETURNS text RETURN
        CASE $1 WHEN 'server_version_num' THEN '120022' ELSE pg_catalog.current_setting($1) END`,
    );
    for (const [path, output] of [
      ['old,pg_catalog,public', 'PostgreSQL 12 is too old: 14 or later is needed. Nothing was changed.\n'],
      ['missing', `${wrongSchema} Nothing was changed.\n`],
      ['staging', `${wrongSchema} Nothing was changed.\n`],
    ]) {
      expect(await migrate(`${own}?options=-c%20search_path%3D${path}`)).toEqual({ code: 1, output });
      expect(await tables()).toEqual([]);
    }
    await queryPostgres(url, `DROP DATABASE ${name} WITH (FORCE)`);
  });

  test('server and commands refuse another schema than public, also where that is migrated', async () => {
    const database = await freshDatabase();
    await database.query('CREATE SCHEMA staging');
    const staging = `${database.env.DATABASE_URL}?options=-c%20search_path%3Dstaging,public`;
    const programs: [string, ...string[]][] = [
      ['commands', 'people', 'export', 'asha@novacore.test'],
      ['commands', 'books', 'month', '2026-10'],
    ];
    for (const [program, ...args] of programs)
      expect(await run(program, staging, ...args)).toEqual({ code: 1, output: `${wrongSchema}\n` });
    const server = await run('main', staging);
    expect(server).toMatchObject({ code: 1, output: expect.stringMatching(new RegExp(`^${wrongSchema}$`, 'm')) });
    expect(server.output).not.toContain('job_failed');
    await database.drop();
  });

  test('says what a role without rights and a read-only database need', async () => {
    const role = `novacore_weak_${process.pid}`;
    const name = `novacore_test_bare_${process.pid}`;
    const bare = onDatabase(url, name);
    await queryPostgres(url, `CREATE DATABASE ${name}`);
    await queryPostgres(bare, `REVOKE CREATE ON SCHEMA public FROM PUBLIC; CREATE ROLE ${role} LOGIN`);
    const noRights = 'permission denied for schema public. DATABASE_DIRECT_URL needs the owner of the tables.\n';
    expect(await migrate(Object.assign(new URL(bare), { username: role }).href)).toEqual({ code: 1, output: noRights });
    expect(await migrate(`${bare}?options=-c%20default_transaction_read_only%3Don`)).toEqual({
      code: 1,
      output: expect.stringMatching(/read-only transaction\. The address must be that of the primary\.\n$/),
    });
    const status = await migrate(bare, 'status');
    expect(status).toEqual({ code: 1, output: expect.stringMatching(/^Not applied yet:\n {2}\d+_release_1_4\n$/) });
    await queryPostgres(url, `DROP DATABASE ${name}`);
    await queryPostgres(url, `DROP ROLE ${role}`);
  });

  test('says why PostgreSQL refuses the connection', async () => {
    const role = `novacore_full_${process.pid}`;
    const as = (name: string) => Object.assign(new URL(url), { username: name }).href;
    await queryPostgres(url, `CREATE ROLE ${role} LOGIN CONNECTION LIMIT 0`);
    for (const [address, why] of [
      [onDatabase(url, 'novacore_test_none'), /^PostgreSQL has no database of the name in the address/],
      [as('novacore_unknown'), /^PostgreSQL refuses the role or its password/],
      [as(role), /^PostgreSQL has no connection left/],
    ] as const)
      expect(await migrate(address)).toEqual({ code: 1, output: expect.stringMatching(why) });
    await queryPostgres(url, `DROP ROLE ${role}`);
  });

  test('commands say in one line what the database lacks', async () => {
    const name = `novacore_test_lacking_${process.pid}`;
    const own = onDatabase(url, name);
    await queryPostgres(url, `CREATE DATABASE ${name}`);
    const lacking = /^The database lacks migrations: .* Run npm run migrate first\.\n$/;
    expect(await run('commands', own, 'books', 'month', '2026-10')).toEqual({
      code: 1,
      output: expect.stringMatching(lacking),
    });
    await migrate(own);
    await queryPostgres(own, 'ALTER TABLE closed_months RENAME TO gone');
    const gone = 'relation "closed_months" does not exist\n';
    expect(await run('commands', own, 'books', 'month', '2026-10')).toEqual({ code: 1, output: gone });
    const refused = 'Error opening a TLS connection: The server does not support SSL connections\n';
    expect(await run('commands', `${own}?sslmode=verify-full`, 'books', 'month', '2026-10')).toEqual({
      code: 1,
      output: refused,
    });
    const server = await run('main', `${own}?sslmode=verify-full`);
    expect(server).toMatchObject({ code: 1, output: expect.stringMatching(new RegExp(`^${refused}$`, 'm')) });
    await queryPostgres(url, `DROP DATABASE ${name} WITH (FORCE)`);
  });

  test('judges the command before it makes the embedded database', async () => {
    const help = 'Use npm run migrate, with -- status.\n';
    expect(await migrate('', '--help')).toEqual({ code: 0, output: help });
    expect(await migrate('', 'bogus')).toEqual({ code: 1, output: `Unknown command bogus. ${help}` });
    expect(existsSync(join(dataDir, 'pglite'))).toBe(false);
  });

  describe('a later release', () => {
    const release = mkdtempSync(join(tmpdir(), 'novacore-release-'));
    const name = '20991231000000_later';
    const index = 'orders_later_idx';
    let database: TestDatabase;
    let databaseUrl: string;
    beforeAll(() => copyServer(release));
    beforeEach(async () => {
      database = await freshDatabase();
      databaseUrl = database.env.DATABASE_URL ?? '';
    });
    afterEach(() => database.drop());
    afterAll(() => rmSync(release, { recursive: true, force: true }));

    function startLater(sql: string) {
      addMigration(release, name, sql);
      const OPERATOR_FILE = join(projectRoot, 'apps/web/operator.example.json');
      const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, OPERATOR_FILE };
      return startScript(process.execPath, ['apps/bff/dist/migrate.js'], env, release);
    }
    async function applyLater(sql: string) {
      const script = startLater(sql);
      return [await script.ended, script.output()];
    }
    const applied = [0, `Applied ${name}.\n`];
    const statusOfThis = async () => (await migrate(databaseUrl, 'status')).output;

    test('adds to the schema, and this release works on it', async () => {
      expect(await applyLater('ALTER TABLE "orders" ADD COLUMN "later" TEXT')).toEqual(applied);
      expect(await statusOfThis()).toBe('The database is up to date.\n');
      const month = await run('commands', databaseUrl, 'books', 'month', '2026-10');
      expect(month.output).toContain('month');
      expect(month.output).not.toMatch(/migrat|column/);
    });

    test('whose migration fails changes nothing, and applies it once it is repaired', async () => {
      const table = 'CREATE TABLE "later" ("id" TEXT);';
      const fault = `${name}: table "missing" does not exist\n`;
      expect(await applyLater(`${table} DROP TABLE "missing"`)).toEqual([1, fault]);
      expect(await database.query(`SELECT to_regclass('later') AS made`)).toEqual([{ made: null }]);
      expect(await applyLater(table)).toEqual(applied);
    });

    test('gives up a lock that a long transaction holds, so that payments go on, and finishes after it', async () => {
      const backup = new Client({ connectionString: databaseUrl });
      await backup.connect();
      await backup.query('BEGIN; SELECT 1 FROM payments');
      const script = startLater('ALTER TABLE "payments" ADD COLUMN "later" TEXT');
      const waiting = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'payments'::regclass`;
      await eventually(async () => expect(await database.query(waiting)).toHaveLength(1));
      expect(await database.query('SELECT id FROM payments')).toEqual([]);
      await script.untilPrinted(/^A long transaction, .* Trying again\.$/m);
      await backup.end();
      expect([await script.ended, script.output()]).toEqual([0, expect.stringContaining(`Applied ${name}.`)]);
    });

    describe('makes an index', () => {
      const sql = `CREATE INDEX CONCURRENTLY "${index}" ON "orders"("currency")`;
      const making = (condition = 'true') =>
        database.query<{ pid: number }>(`SELECT pid FROM pg_stat_activity WHERE datname = current_database()
          AND pid <> pg_backend_pid() AND state = 'active' AND query LIKE '%CREATE INDEX CONCURRENTLY%' AND ${condition}`);
      const untilMaking = (condition?: string) =>
        eventually(async () => expect(await making(condition)).toHaveLength(1));
      const isValid = async () => {
        const valid = `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = '${index}'::regclass`;
        expect(await database.query(valid)).toEqual([{ valid: true }]);
      };
      /** A payment in progress, for which the index waits. */
      async function payment() {
        const client = new Client({ connectionString: databaseUrl });
        await client.connect();
        await client.query('BEGIN; LOCK TABLE orders IN ROW EXCLUSIVE MODE');
        return client;
      }

      test('while payments go on, however long one takes, and a second migrate waits', async () => {
        const client = await payment();
        const first = startLater(sql);
        await untilMaking();
        const second = startLater(sql);
        await untilMaking("query_start < now() - interval '4 seconds'"); // longer than other migrations wait for a lock
        await database.query("UPDATE orders SET currency = 'INR'");
        await client.end();
        expect([await first.ended, await second.ended]).toEqual([0, 0]);
        expect(second.output()).toBe('The database is up to date.\n');
        await isValid();
      });

      test('again if it was interrupted', async () => {
        const client = await payment();
        const first = startLater(sql);
        await untilMaking();
        for (const { pid } of await making()) await database.query(`SELECT pg_terminate_backend(${pid})`);
        expect(await first.ended).toBe(1);
        await client.end();
        expect(await applyLater(sql)).toEqual(applied);
        await isValid();
      });
    });
  });
});
