import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startScript } from '../start/script';
import { apiOf } from '../support/api';
import { onDatabase, queryPostgres } from '../support/database';
import { projectRoot } from '../support/paths';
import { postgresBin, startPostgres, type TestPostgres } from '../support/postgres';
import { startProduct } from '../support/server';

const passwords = { DB_OWNER_PASSWORD: 'of the owner', DB_SERVER_PASSWORD: 'of the server' };

(postgresBin() ? describe : describe.skip)('the roles of deploy/roles.sql', () => {
  let postgres: TestPostgres;
  const dataDir = mkdtempSync(join(tmpdir(), 'novacore-roles-'));
  beforeAll(async () => {
    const started = await startPostgres();
    if (!started) throw new Error('PostgreSQL is not installed');
    postgres = started;
    for (const name of ['novacore', 'former', 'restored']) await queryPostgres(started.url, `CREATE DATABASE ${name}`);
  });
  afterAll(() => {
    postgres.remove();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const roles = join(projectRoot, 'deploy/roles.sql');
  const address = (role: string, database = 'novacore') =>
    Object.assign(new URL(onDatabase(postgres.url, database)), { username: role }).href;
  const run = (program: string, args: string[], env = {}) =>
    execFileSync(join(postgresBin() ?? '', program), args, { env: { ...env, PATH: process.env.PATH }, stdio: 'pipe' });
  const makeRoles = (database: string, env: NodeJS.ProcessEnv = passwords) =>
    run('psql', ['-v', 'ON_ERROR_STOP=1', '-f', roles, address('novacore', database)], env);
  async function migrate(role: string, database: string) {
    const env = {
      ...{ PATH: '', DATA_DIR: dataDir },
      DATABASE_URL: address('novacore_server', database),
      DATABASE_DIRECT_URL: address(role, database),
    };
    const script = startScript(process.execPath, ['apps/bff/dist/migrate.js'], env, projectRoot);
    expect({ code: await script.ended, output: script.output() }).toMatchObject({ code: 0 });
  }
  const asServer = (sql: string, database?: string) => queryPostgres(address('novacore_server', database), sql);
  const startAs = (role: string, database: string) => {
    const url = address(role, database);
    const query = <T>(sql: string, values?: unknown[]) => queryPostgres<T>(url, sql, values);
    return startProduct({}, async () => ({
      env: { DATABASE_URL: url, DATA_DIR: dataDir },
      query,
      drop: async () => {},
    }));
  };

  /** Ways around the guards. */
  async function expectBound(database: string) {
    const refused: [string, RegExp][] = [
      ['ALTER TABLE orders DISABLE TRIGGER ALL', /must be owner of table orders/],
      ['CREATE OR REPLACE FUNCTION guard_order() RETURNS trigger LANGUAGE sql AS $$$$', /denied/],
      ['SET session_replication_role = replica', /permission denied/],
      ['TRUNCATE orders CASCADE', /permission denied/],
      ['CREATE TEMPORARY TABLE payments ()', /permission denied/],
      ['CREATE SCHEMA more', /permission denied/],
      ['SET ROLE novacore_owner', /permission denied/],
      ['UPDATE orders SET amount_paise = 1', /never change/],
    ];
    for (const [sql, why] of refused) await expect(asServer(sql, database)).rejects.toThrow(why);
  }

  test('migrations run as the owner, and the server works without owning anything', async () => {
    makeRoles('novacore');
    await migrate('novacore_owner', 'novacore');
    const product = await startAs('novacore_server', 'novacore');
    const api = apiOf(product);
    await api.paidOrder((await api.newPerson()).token);
    await product.close();
    await expectBound('novacore');
  });

  test('a password that is missing or empty changes no role', async () => {
    const sql = "SELECT rolname, rolpassword FROM pg_authid WHERE rolname LIKE 'novacore\\_%'";
    const before = await queryPostgres(postgres.url, sql);
    expect(before).toHaveLength(2);
    for (const wrong of [{ DB_OWNER_PASSWORD: '' }, { DB_SERVER_PASSWORD: undefined }])
      expect(() => makeRoles('novacore', { ...passwords, ...wrong })).toThrow(/Set DB_OWNER_PASSWORD and/);
    expect(await queryPostgres(postgres.url, sql)).toEqual(before);
  });

  test('a backup that the server’s role makes is restored by the owner', async () => {
    const dump = join(dataDir, 'novacore.dump');
    run('pg_dump', ['--format=custom', `--file=${dump}`, address('novacore_server')]);
    makeRoles('restored');
    const target = `--dbname=${address('novacore_owner', 'restored')}`;
    run('pg_restore', ['--clean', '--if-exists', '--no-owner', target, dump]);
    await migrate('novacore_owner', 'restored');
    expect(await asServer('SELECT status FROM orders', 'restored')).toEqual([{ status: 'PAID' }]);
    await expectBound('restored');
  });

  test('a database with one role gets them, and its tables a new owner, while payments go on', async () => {
    await queryPostgres(postgres.url, 'CREATE ROLE one LOGIN');
    await queryPostgres(postgres.url, 'ALTER DATABASE former OWNER TO one');
    await migrate('one', 'former');
    const product = await startAs('one', 'former');
    const api = apiOf(product);
    const { token } = await api.newPerson();
    let isChanging = true;
    const payer = (async () => {
      while (isChanging) await api.paidOrder(token);
    })();
    for (let times = 0; times < 3; times += 1) {
      const args = ['-v', 'ON_ERROR_STOP=1', '-f', roles, address('novacore', 'former')];
      const script = startScript(join(postgresBin() ?? '', 'psql'), args, { ...passwords, PATH: process.env.PATH });
      expect({ code: await script.ended, output: script.output() }).toMatchObject({ code: 0 });
    }
    isChanging = false;
    await payer;
    await api.paidOrder(token);
    await product.close();
    await queryPostgres(address('novacore_owner', 'former'), 'ALTER TABLE orders ADD COLUMN next_release text');
    await expect(asServer('ALTER TABLE orders DISABLE TRIGGER ALL', 'former')).rejects.toThrow(/must be owner/);
    expect(await asServer('SELECT DISTINCT status FROM orders', 'former')).toEqual([{ status: 'PAID' }]);
  });
});
