import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needing } from '../support/needing';
import { projectRoot } from '../support/paths';
import { postgresBin, startPostgres } from '../support/postgres';
import { freePort } from '../support/process';

const [, section = ''] = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8').split('## Trial\n');
const commands = /^```sh\n(.*?)^```$/ms.exec(section)?.[1] ?? '';

needing(
  test,
  'PostgreSQL',
  'nginx',
)('the trial of docs/operations.md works in a clean clone', async () => {
  const postgres = await startPostgres();
  if (!postgres) throw new Error('PostgreSQL does not start');
  const folder = mkdtempSync(join(tmpdir(), 'novacore-trial-'));
  const { port, username } = new URL(postgres.url);
  let script = commands.replace(/\b5432\b/g, port);
  for (const each of [3000, 3001, 3002, 8080, 8443])
    script = script.replaceAll(new RegExp(`\\b${each}\\b`, 'g'), String(await freePort()));
  const { PATH, HOME } = process.env;
  const server = { PGHOST: '127.0.0.1', PGPORT: port, PGUSER: username };
  execFileSync('git', ['clone', '--quiet', projectRoot, folder]);
  const env = { PATH: `${PATH}:${postgresBin()}:/usr/sbin`, HOME, ...server };
  const shell = spawn('bash', ['-euc', script], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(shell, 'close');
  expect({ code, output }).toMatchObject({ code: 0 });
  postgres.remove();
  rmSync(folder, { recursive: true });
});
