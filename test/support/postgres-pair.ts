import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { queryPostgres } from './database';
import { eventually } from './eventually';
import { asPostgres, giveToPostgres, postgresBin, postgresUser } from './postgres';
import { freePort } from './process';

const bin = postgresBin() ?? '';
export const hasPostgres = bin !== '';

async function launch(folder: string, data: string) {
  const port = await freePort();
  const options = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`];
  const args = ['-D', data, ...options.flatMap((option) => ['-c', option])];
  const process = spawn(join(bin, 'postgres'), args, { stdio: 'ignore', cwd: '/', ...postgresUser() });
  const url = (database = 'postgres') => `postgresql://novacore@127.0.0.1:${port}/${database}`;
  await eventually(async () => void (await queryPostgres(url(), 'SELECT 1')));
  return { port, url, process };
}

/** A backend may end before it gets the signal. */
function signalAll(parent: ChildProcess, signal: NodeJS.Signals) {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(parent.pid)]).toString();
  parent.kill(signal);
  spawnSync('kill', [`-${signal.slice(3)}`, ...children.trim().split(/\s+/)]);
}

/** A primary whose commits wait until its standby has them. */
export async function startPair() {
  const folder = mkdtempSync(join(tmpdir(), 'novacore-cluster-'));
  giveToPostgres(folder);
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  asPostgres(join(bin, 'initdb'), ['-D', first, '-U', 'novacore', '-A', 'trust', '-E', 'UTF8']);
  const primary = await launch(folder, first);
  asPostgres(join(bin, 'pg_basebackup'), ['-D', second, '-R', '-d', primary.url('')]);
  const standby = await launch(folder, second);
  await queryPostgres(primary.url(), "ALTER SYSTEM SET synchronous_standby_names = '*'");
  await queryPostgres(primary.url(), 'SELECT pg_reload_conf()');
  await eventually(async () => {
    const replicas = await queryPostgres(primary.url(), 'SELECT sync_state FROM pg_stat_replication');
    expect(replicas).toEqual([{ sync_state: 'sync' }]);
  });
  return {
    primary,
    standby,
    /** The primary stops answering, and its connections stay open. */
    freezePrimary: () => signalAll(primary.process, 'SIGSTOP'),
    promoteStandby: () => queryPostgres(standby.url(), 'SELECT pg_promote()'),
    async remove() {
      const ended = [primary, standby].map((node) => once(node.process, 'exit'));
      for (const node of [primary, standby]) signalAll(node.process, 'SIGKILL');
      await Promise.all(ended);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
