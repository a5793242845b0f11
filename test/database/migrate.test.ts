import { mkdtempSync, rmSync } from 'node:fs';
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

  test('three may start at once on an empty database', async () => {
    const name = `novacore_test_empty_${process.pid}`;
    await queryPostgres(url, `CREATE DATABASE ${name}`);
    const ran = await Promise.all(Array.from({ length: 3 }, () => migrate(onDatabase(url, name))));
    await queryPostgres(url, `DROP DATABASE ${name} WITH (FORCE)`);
    expect(ran.map(({ code }) => code)).toEqual(Array(3).fill(0));
    expect(ran.filter(({ output }) => output.startsWith('Applied '))).toHaveLength(1);
  });

  test('migrate, server and commands refuse another schema than public, also where that is migrated', async () => {
    const database = await freshDatabase();
    await database.query('CREATE SCHEMA staging');
    const staging = `${database.env.DATABASE_URL}?options=-c%20search_path%3Dstaging,public`;
    expect(await migrate(staging)).toEqual({ code: 1, output: `${wrongSchema} Nothing was changed.\n` });
    const command = await run('commands', staging, 'books', 'import');
    expect(command).toEqual({ code: 1, output: `${wrongSchema}\n` });
    const server = await run('main', staging);
    expect(server).toMatchObject({ code: 1, output: expect.stringMatching(new RegExp(`^${wrongSchema}$`, 'm')) });
    expect(server.output).not.toContain('job_failed');
    await database.drop();
  });

  test('says what a role without rights and a read-only database need; server and commands what the database lacks', async () => {
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
    const lacking = expect.stringMatching(/^The database lacks migrations: .* Run npm run migrate first\.$/m);
    expect(await run('commands', bare, 'books', 'import')).toMatchObject({ code: 1, output: lacking });
    expect(await run('main', bare)).toMatchObject({ code: 1, output: lacking });
    await queryPostgres(url, `DROP DATABASE ${name}`);
    await queryPostgres(url, `DROP ROLE ${role}`);
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
      expect(await run('commands', databaseUrl, 'orders', 'reconcile', '--due')).toEqual({ code: 0, output: '[]\n' });
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

    test('makes an index while payments go on, and a second migrate that waits makes it if the first is interrupted', async () => {
      const sql = `CREATE INDEX CONCURRENTLY "${index}" ON "orders"("currency")`;
      const making = () =>
        database.query<{ pid: number }>(`SELECT pid FROM pg_stat_activity WHERE datname = current_database()
          AND pid <> pg_backend_pid() AND state = 'active' AND query LIKE '%CREATE INDEX CONCURRENTLY%'`);
      // A payment in progress, for which the index waits.
      const payment = new Client({ connectionString: databaseUrl });
      await payment.connect();
      await payment.query('BEGIN; LOCK TABLE orders IN ROW EXCLUSIVE MODE');
      const [first, second] = [startLater(sql), startLater(sql)];
      await eventually(async () => expect(await making()).toHaveLength(1));
      await database.query("UPDATE orders SET currency = 'INR'");
      for (const { pid } of await making()) await database.query(`SELECT pg_terminate_backend(${pid})`);
      await payment.end();
      expect([await first.ended, await second.ended].sort()).toEqual([0, 1]);
      expect([first.output(), second.output()]).toContain(`Applied ${name}.\n`);
      const valid = `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = '${index}'::regclass`;
      expect(await database.query(valid)).toEqual([{ valid: true }]);
    });
  });
});
