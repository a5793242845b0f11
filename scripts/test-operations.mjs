// Runs the trial of docs/operations.md in a clean clone, on a temporary PostgreSQL and free ports: `npm run test:operations`.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, start } from './lib/run.mjs';

const [, section = ''] = readFileSync(`${root}docs/operations.md`, 'utf8').split('## Trial\n');
const commands = /^```sh\n(.*?)^```$/ms.exec(section)?.[1];
if (!commands) throw new Error('docs/operations.md has no block of commands under "Trial"');

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return String(port);
}

const folder = mkdtempSync(join(tmpdir(), 'novacore-trial-'));
const data = mkdtempSync(join(tmpdir(), 'novacore-trial-data-'));
const bin = join('/usr/lib/postgresql', readdirSync('/usr/lib/postgresql').sort().at(-1), 'bin');
const isRoot = process.getuid() === 0;
const idOf = (flag) => Number(execFileSync('id', [flag, 'postgres']));
// PostgreSQL refuses to run as root.
const user = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {};
if (isRoot) chownSync(data, user.uid, user.gid);
const databasePort = await freePort();
execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'novacore', '-A', 'trust'], {
  ...user,
  cwd: '/',
  stdio: 'ignore',
});
const options = ['-D', data, '-p', databasePort, '-h', '127.0.0.1', '-k', data];
const postgres = spawn(join(bin, 'postgres'), options, { ...user, cwd: '/', stdio: 'ignore' });

const ports = { 5432: databasePort };
for (const port of [3000, 3001, 3002, 8080, 8443]) ports[port] = await freePort();
const script = commands.replace(/\b(5432|3000|3001|3002|8080|8443)\b/g, (port) => ports[port]);
const { PATH, HOME } = process.env;
const env = { PATH: `${PATH}:${bin}:/usr/sbin`, HOME, PGHOST: '127.0.0.1', PGPORT: databasePort, PGUSER: 'novacore' };
execFileSync('git', ['clone', '--quiet', root, join(folder, 'novacore')]);
const shell = start('bash', ['-euc', script], { cwd: join(folder, 'novacore'), env });
const [code] = await once(shell, 'exit');
postgres.kill('SIGINT');
await once(postgres, 'exit');
for (const each of [folder, data]) rmSync(each, { recursive: true, force: true });
process.exit(code ?? 1);
