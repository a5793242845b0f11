import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shows } from './eventually';
import { giveToPostgres, postgresUser } from './postgres';
import { freePort } from './process';
import { accepts, isInstalled } from './programs';

const program = '/usr/sbin/pgbouncer';
export const hasPgbouncer = isInstalled(program);

const configuration = (port: number, mode: string, target: number) => `
[databases]
* = host=127.0.0.1 port=${target} user=novacore
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 20
max_client_conn = 200
server_connect_timeout = 3
server_login_retry = 1
`;

/** PgBouncer in front of the PostgreSQL at `target`, which `restart` can change. */
export async function startPgbouncer(target: number, mode = 'transaction') {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'novacore-pgbouncer-'));
  giveToPostgres(folder);
  const file = join(folder, 'pgbouncer.ini');
  const launch = async (to: number) => {
    writeFileSync(file, configuration(port, mode, to));
    const child = spawn(program, ['-q', file], { stdio: 'ignore', cwd: '/', ...postgresUser() });
    await shows(() => accepts(port), true);
    return child;
  };
  let child = await launch(target);
  const stop = async () => {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  };
  return {
    port,
    async restart(to = target) {
      await stop();
      child = await launch(to);
    },
    async close() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
