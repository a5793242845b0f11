import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiOf } from '../support/api';
import { onDatabase, queryPostgres } from '../support/database';
import { shows } from '../support/eventually';
import { migrateDatabase } from '../support/migrate';
import { projectRoot } from '../support/paths';
import { asPostgres, giveToPostgres, postgresBin, startPostgres } from '../support/postgres';
import { startProduct } from '../support/server';

/** The recipe of docs/operations.md: lines of postgresql.conf, the base backup, the restore. */
const [, recipe = ''] = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8').split('**Continuous archiving**');
const [, settings = '', basebackup = '', restore = ''] =
  /```conf\n(.*?)```.*?`(pg_basebackup [^`]*)`.*?```sh\n(.*?)```/s.exec(recipe) ?? [];

const backups = mkdtempSync(join(tmpdir(), 'novacore-backups-'));
const here = (commands: string) => commands.replaceAll('/var/backups', backups);
afterAll(() => rmSync(backups, { recursive: true, force: true }));

async function startArchivedPostgres() {
  giveToPostgres(backups);
  mkdirSync(join(backups, 'wal'));
  giveToPostgres(join(backups, 'wal'));
  const postgres = await startPostgres(here(settings));
  if (!postgres) throw new Error('PostgreSQL is not installed');
  const url = onDatabase(postgres.url, 'novacore');
  await queryPostgres(postgres.url, 'CREATE DATABASE novacore');
  migrateDatabase({ DATABASE_URL: url });
  const shell = (commands: string) =>
    asPostgres('env', [`PGDATA=${postgres.data}`, 'bash', '-euc', `PATH=${postgresBin()}:$PATH; ${here(commands)}`]);
  const query = <T>(sql: string) => queryPostgres<T>(url, sql);
  const drop = async () => postgres.remove();
  return { ...postgres, shell, query, env: { DATABASE_URL: url, DATA_DIR: backups }, drop };
}

(postgresBin() ? test : test.skip)('a restore to a point in time brings back what was paid before it', async () => {
  const postgres = await startArchivedPostgres();
  const product = await startProduct({}, async () => postgres);
  const api = apiOf(product);
  postgres.shell(`${basebackup} --dbname=${postgres.url}`);
  const { token } = await api.newPerson();
  const id = await api.paidOrder(token);
  await product.server.stop();
  const [moment] = await postgres.query<{ now: string }>('SELECT clock_timestamp()::text AS now');
  await postgres.query('DROP SCHEMA public CASCADE');

  postgres.stop();
  postgres.shell(restore.replace(/2026-[^']*/, moment?.now ?? ''));
  postgres.start();
  await shows(() => postgres.query('SELECT pg_is_in_recovery() AS recovering'), [{ recovering: false }]);
  await product.restart();
  const { body } = await api.get(`/user/order/${id}`, token).expect(200);
  expect(body).toMatchObject({ id, status: 'PAID' });
  await product.close();
});
