import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freshDatabase, onDatabase, postgresUrl, queryPostgres, type TestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { describeOnPostgres } from '../support/on-postgres';
import { projectRoot } from '../support/paths';
import { startScript } from './script';

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
  const startMigrate = (databaseUrl: string, ...args: string[]) => startProgram('migrate', databaseUrl, ...args);
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
      ['desk/orders', 'list'],
      ['desk/people', 'find', 'asha@novacore.test'],
      ['desk/books', 'month', '2026-10'],
    ];
    for (const [program, ...args] of programs)
      expect(await run(program, staging, ...args)).toEqual({ code: 1, output: `${wrongSchema}\n` });
    const server = await run('main', staging);
    expect(server).toMatchObject({ code: 1, output: expect.stringMatching(new RegExp(`^${wrongSchema}$`, 'm')) });
    expect(server.output).not.toContain('job_failed');
    await database.drop();
  });

  test('refuses a role that may not change the tables, and a read-only database, before it writes', async () => {
    const role = `novacore_weak_${process.pid}`;
    const database = await freshDatabase();
    const empty = `novacore_test_bare_${process.pid}`;
    const readOnly = `${database.env.DATABASE_URL}?options=-c%20default_transaction_read_only%3Don`;
    const as = (address = '') => Object.assign(new URL(address), { username: role }).href;
    await queryPostgres(url, `CREATE DATABASE ${empty}`);
    await database.query(`CREATE ROLE ${role} LOGIN; GRANT ALL ON SCHEMA public TO ${role};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`);
    await queryPostgres(onDatabase(url, empty), 'REVOKE CREATE ON SCHEMA public FROM PUBLIC');
    const noRights =
      'The role may not change the tables: DATABASE_DIRECT_URL needs their owner. Nothing was changed.\n';
    const noWrites = 'The database is read-only: the address must be that of the primary. Nothing was changed.\n';
    expect(await migrate(as(database.env.DATABASE_URL))).toEqual({ code: 0, output: 'The database is up to date.\n' });
    expect(await migrate(readOnly)).toEqual({ code: 1, output: noWrites });
    const [last] = await database.query<{ migration_name: string }>(`DELETE FROM _prisma_migrations WHERE migration_name
      = (SELECT max(migration_name) FROM _prisma_migrations) RETURNING migration_name`);
    expect(await migrate(as(database.env.DATABASE_URL))).toEqual({ code: 1, output: noRights });
    expect(await migrate(as(onDatabase(url, empty)))).toEqual({ code: 1, output: noRights });
    expect(await migrate(readOnly)).toEqual({ code: 1, output: noWrites });
    const status = await migrate(as(database.env.DATABASE_URL), 'status');
    expect(status.output).toBe(`Not applied yet:\n  ${last?.migration_name}\n`);
    await database.query(`REVOKE SELECT ON _prisma_migrations FROM ${role}`);
    const unread = await migrate(as(database.env.DATABASE_URL), 'status');
    expect(unread.output).toBe('ERROR: permission denied for table _prisma_migrations\n');
    await database.drop();
    await queryPostgres(url, `DROP DATABASE ${empty}`);
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
    expect(await run('desk/orders', own, 'list')).toEqual({ code: 1, output: expect.stringMatching(lacking) });
    await migrate(own);
    await queryPostgres(own, 'ALTER TABLE orders RENAME TO gone');
    const gone = 'The table `public.orders` does not exist in the current database.\n';
    expect(await run('desk/orders', own, 'list')).toEqual({ code: 1, output: gone });
    const refused = 'Error opening a TLS connection: The server does not support SSL connections\n';
    expect(await run('desk/orders', `${own}?sslmode=verify-full`, 'list')).toEqual({ code: 1, output: refused });
    const server = await run('main', `${own}?sslmode=verify-full`);
    expect(server).toMatchObject({ code: 1, output: expect.stringMatching(new RegExp(`^${refused}$`, 'm')) });
    await queryPostgres(url, `DROP DATABASE ${name} WITH (FORCE)`);
  });

  test('judges the command before it makes the embedded database', async () => {
    const help = 'Use npm run migrate, with -- status or -- resolve <name>.\n';
    expect(await migrate('', '--help')).toEqual({ code: 0, output: help });
    expect(await migrate('', 'bogus')).toEqual({ code: 1, output: `Unknown command bogus. ${help}` });
    expect(await migrate('', 'resolve')).toEqual({ code: 1, output: `Name the failed migration. ${help}` });
    expect(existsSync(join(dataDir, 'pglite'))).toBe(false);
  });

  describe('with a failed migration', () => {
    let database: TestDatabase;
    let databaseUrl: string;
    let name: string;
    beforeAll(async () => {
      database = await freshDatabase();
      databaseUrl = database.env.DATABASE_URL ?? '';
      const [last] = await database.query<{ migration_name: string }>(
        'SELECT migration_name FROM _prisma_migrations ORDER BY migration_name DESC LIMIT 1',
      );
      name = last?.migration_name ?? '';
      await database.query('UPDATE _prisma_migrations SET finished_at = NULL, logs = $2 WHERE migration_name = $1', [
        name,
        'planted',
      ]);
    });
    afterAll(() => database.drop());

    test('status names it, and resolve lets it be applied again', async () => {
      const failed = await migrate(databaseUrl, 'status');
      expect(failed).toMatchObject({ code: 1, output: expect.stringMatching(`^Failed; .*\n  ${name}\n`) });
      expect(await migrate(databaseUrl, 'resolve', name)).toMatchObject({ code: 0 });
      const pending = await migrate(databaseUrl, 'status');
      expect(pending).toEqual({ code: 1, output: `Not applied yet:\n  ${name}\n` });
    });
  });

  test('gives up a lock that a long transaction holds, so that payments go on, and ends well after it', async () => {
    const database = await freshDatabase();
    const databaseUrl = database.env.DATABASE_URL ?? '';
    const name = '20261126130000_provider_times';
    await database.query(`ALTER TABLE payments DROP COLUMN provider_created_at;
      ALTER TABLE refunds DROP COLUMN provider_created_at;
      DELETE FROM _prisma_migrations WHERE migration_name = '${name}'`);
    const backup = new Client({ connectionString: databaseUrl });
    await backup.connect();
    await backup.query('BEGIN; SELECT 1 FROM payments');
    const script = startMigrate(databaseUrl);
    const waiting = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'payments'::regclass`;
    await eventually(async () => expect(await database.query(waiting)).toHaveLength(1));
    expect(await database.query('SELECT id FROM payments')).toEqual([]);
    await script.untilPrinted(/^A long transaction, .* Trying again\.$/m);
    await backup.end();
    expect([await script.ended, script.output()]).toEqual([0, expect.stringContaining(`Applied ${name}.`)]);
    await database.drop();
  });

  describe('an index on a table that grows', () => {
    const name = '20261127100200_orders_by_time';
    const index = 'orders_created_at_id_idx';
    let database: TestDatabase;
    let databaseUrl: string;
    beforeEach(async () => {
      database = await freshDatabase();
      databaseUrl = database.env.DATABASE_URL ?? '';
      await database.query(`DROP INDEX ${index}`);
      await database.query(`DELETE FROM _prisma_migrations WHERE migration_name = '${name}'`);
    });
    afterEach(() => database.drop());

    const making = (condition = 'true') =>
      database.query<{ pid: number }>(`SELECT pid FROM pg_stat_activity WHERE datname = current_database()
        AND pid <> pg_backend_pid() AND state = 'active' AND query LIKE '%CREATE INDEX CONCURRENTLY%' AND ${condition}`);
    const untilMaking = (condition?: string) => eventually(async () => expect(await making(condition)).toHaveLength(1));
    const isValid = async () => {
      const valid = `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = '${index}'::regclass`;
      expect(await database.query(valid)).toEqual([{ valid: true }]);
    };
    /** A payment in the middle, for which the index waits. */
    async function payment() {
      const client = new Client({ connectionString: databaseUrl });
      await client.connect();
      await client.query('BEGIN; LOCK TABLE orders IN ROW EXCLUSIVE MODE');
      return client;
    }

    test('is made while payments go on, however long one takes, with another migrate that waits', async () => {
      const client = await payment();
      const first = startMigrate(databaseUrl);
      await untilMaking();
      const second = startMigrate(databaseUrl);
      await untilMaking("query_start < now() - interval '4 seconds'"); // longer than other migrations wait for a lock
      await database.query("UPDATE orders SET currency = 'INR'");
      await client.end();
      expect([await first.ended, await second.ended]).toEqual([0, 0]);
      expect(second.output()).toBe('The database is up to date.\n');
      await isValid();
    });

    test('is dropped and made again where it was interrupted', async () => {
      const client = await payment();
      const first = startMigrate(databaseUrl);
      await untilMaking();
      for (const { pid } of await making()) await database.query(`SELECT pg_terminate_backend(${pid})`);
      expect(await first.ended).toBe(1);
      await client.end();
      expect((await migrate(databaseUrl, 'status')).code).toBe(1);
      expect(await migrate(databaseUrl)).toEqual({ code: 0, output: `Applied ${name}.\n` });
      await isValid();
    });
  });

  test('npm run check names what a migration may not do to a table that grows', () => {
    const refused = [
      'CREATE INDEX "a" ON "orders"("x")',
      'CREATE INDEX CONCURRENTLY "a" ON "orders"("x"); SELECT 1',
      'ALTER TABLE "orders" ADD COLUMN "x" TEXT NOT NULL',
      'ALTER TABLE "orders" ADD COLUMN "x" UUID DEFAULT gen_random_uuid()',
      'ALTER TABLE "orders" ALTER COLUMN "x" SET DATA TYPE bigint',
      'ALTER TABLE "orders" ADD CONSTRAINT "c" CHECK (x > 0)',
      'ALTER TABLE "orders" ADD CONSTRAINT "u" UNIQUE ("x")',
      'WITH paid AS (SELECT 1) UPDATE "orders" SET "x" = 1',
      'CREATE INDEX ON "orders"("x")',
      'CREATE INDEX CONCURRENTLY ON "orders"("x")',
      'DO $$ BEGIN UPDATE orders SET x = 1; END $$',
      'ALTER TABLE "orders" ADD COLUMN "x" NUMERIC(10,2) NOT NULL',
      'ALTER TABLE "orders" ADD COLUMN "x" UUID REFERENCES "users"("id")',
      'ALTER TABLE "orders" ADD CONSTRAINT "a" CHECK (x > 0), ADD CONSTRAINT "b" CHECK (y > 0) NOT VALID',
      'CREATE INDEX "a" ON "book_entries"("x")',
      'CREATE INDEX "a" ON public.sign_ins("x")',
      'ALTER TABLE "orders" ADD "x" TEXT NOT NULL DEFAULT gen_random_uuid()',
      'ALTER TABLE "orders" ADD CONSTRAINT "c" CHECK (x > 0) NOT VALID; ALTER TABLE "orders" VALIDATE CONSTRAINT "c"',
      'REINDEX TABLE "orders"',
      'LOCK TABLE orders',
      'create index concurrently orders_x_idx on orders(x)',
    ];
    const allowed = [
      'CREATE INDEX CONCURRENTLY "a" ON "orders"("x")',
      'CREATE INDEX "a" ON "open_items"("x")',
      'CREATE TABLE "new" ("x" TEXT); CREATE INDEX "a" ON "new"("x"); ALTER TABLE "new" ADD CONSTRAINT "u" UNIQUE ("x")',
      'ALTER TABLE "orders" VALIDATE CONSTRAINT "c"',
      `ALTER TABLE "orders" ADD COLUMN "x" TIMESTAMPTZ(3), ADD COLUMN "y" TEXT NOT NULL DEFAULT 'a'`,
      'ALTER TABLE "orders" ADD CONSTRAINT "c" CHECK (x > 0) NOT VALID',
      'CREATE FUNCTION "f"() RETURNS void AS $$ UPDATE orders SET x = 1; $$ LANGUAGE sql',
    ];
    const program = `import { faultsOfMigration } from './scripts/lib/migrations.mjs';
      console.log(JSON.stringify(${JSON.stringify([...refused, ...allowed])}.map((sql) => faultsOfMigration(sql).length)))`;
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: projectRoot });
    expect(JSON.parse(output.toString())).toEqual([...refused.map(() => 1), ...allowed.map(() => 0)]);
  });

  test('resolve refuses a migration that has not failed', async () => {
    const database = await freshDatabase();
    const refused = await migrate(database.env.DATABASE_URL ?? '', 'resolve', '20261121000000_init');
    await database.drop();
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('20261121000000_init') });
  });
});
