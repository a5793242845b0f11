import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onDatabase } from '../support/database';
import { shows } from '../support/eventually';
import { needing } from '../support/needing';
import { startNginx } from '../support/nginx';
import { projectRoot } from '../support/paths';
import { postgresBin, startPostgres } from '../support/postgres';
import { freePort, startProcess } from '../support/process';
import { accepts } from '../support/programs';
import { sandboxAt } from '../support/server';
import { audit, createClients, newToken, startPayers } from './cluster-clients';

const lastRelease = '765a730481c6e0d466af086cadb9af96faa53df2';
const git = (...args: string[]) => spawnSync('git', args, { cwd: projectRoot });
const hasHistory = git('cat-file', '-e', `${lastRelease}^{commit}`).status === 0;

/** The shell commands of docs/operations.md by chapter. */
const chapters = Object.fromEntries(
  readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8')
    .split(/^## /m)
    .map((text) => [text.split('\n', 1)[0], [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, code = '']) => code)]),
);

/** Stands in for systemd: starts and stops instances as the unit says. */
const systemd = `
value() { sed -n "s/^$1=//p" "$HERE/systemd/novacore@.service" | sed "s/%i/$2/g; s#/usr/bin/##g"; }
run() { cd "$HERE/srv/novacore"; set -a; export $(value Environment "$1"); . "$HERE/etc/novacore.env"; set +a
  eval "$(value ExecStartPre "$1")"; eval "exec $(value ExecStart "$1")"; }
systemctl() { local unit port verb=$1; shift; for unit; do port=\${unit#novacore@}
  [[ $unit == novacore@* ]] || continue
  if [[ $verb == *stop || $verb == restart ]]; then kill "$(cat "$HERE/$port.pid")"; tail --pid="$(cat "$HERE/$port.pid")" -f /dev/null; fi
  if [[ $verb != stop ]]; then run "$port" >> "$HERE/$port.log" 2>&1 & echo $! > "$HERE/$port.pid"; fi
done; }
useradd() { :; }
`;

/** Ports of four digits: the unit puts a 1 before them for metrics. */
async function freePair() {
  for (let port = 4310; ; port += 2)
    if (!(await Promise.all([port, port + 1, 10_000 + port, 10_001 + port].map(accepts))).includes(true))
      return [port, port + 1] as const;
}

async function startMachine() {
  const postgres = await startPostgres();
  if (!postgres) throw new Error('PostgreSQL does not start');
  const folder = mkdtempSync(join(tmpdir(), 'novacore-operations-'));
  for (const each of ['etc', 'srv', 'backups', 'systemd', 'prometheus/node-exporter', 'old', 'new'])
    mkdirSync(join(folder, each), { recursive: true });
  const ports = await freePair();
  const nginx = await startNginx([...ports]);
  const [sandboxPort, smtpPort] = [await freePort(), await freePort()];
  const names = {
    '3000': ports[0],
    '3001': ports[1],
    '3011': sandboxPort,
    '3012': smtpPort,
    '5432': postgres.port,
    'https://novacore.example': `https://localhost:${nginx.port}`,
    '/etc/systemd/system': `${folder}/systemd`,
    '/etc/novacore': `${folder}/etc/novacore`,
    '/srv/': `${folder}/srv/`,
    '/var/backups': `${folder}/backups`,
    '/var/lib/prometheus': `${folder}/prometheus`,
    '@novacore.example': '@novacore.test',
    'npm run doctor': 'npm run doctor -- --trial',
  };
  const here = (code: string) =>
    Object.entries(names).reduce((text, [from, to]) => text.replaceAll(from, String(to)), code);
  const env = {
    ...{ PATH: `${process.env.PATH}:${postgresBin()}`, HOME: process.env.HOME, HERE: folder },
    ...{ PGHOST: '127.0.0.1', PGPORT: String(postgres.port), PGUSER: 'novacore' },
    NODE_EXTRA_CA_CERTS: nginx.certificate,
  };
  /** Runs commands of docs/operations.md in a release folder. */
  async function run(clone: string, ...blocks: (string | undefined)[]) {
    const script = `set -E; ${systemd}${here(blocks.join('\n'))}`;
    const options = { cwd: join(folder, clone), env, stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'] };
    const shell = spawn('bash', ['-euc', script], options);
    let output = '';
    for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk) => (output += chunk));
    const [code] = await once(shell, 'close');
    appendFileSync(join(folder, 'log'), output);
    expect({ code, output }).toMatchObject({ code: 0 });
    return output;
  }
  const database = onDatabase(postgres.url, 'novacore');
  const close = async () => {
    for (const port of ports) {
      const file = join(folder, `${port}.pid`);
      if (existsSync(file)) spawnSync('kill', ['-9', readFileSync(file, 'utf8').trim()]);
    }
    await nginx.close();
    postgres.remove();
    rmSync(folder, { recursive: true });
  };
  const sandbox = sandboxAt(`http://localhost:${sandboxPort}`);
  return { folder, nginx, sandbox, run, close, database };
}

let close = async () => {};
afterEach(() => close());

const canRun = needing(test, 'PostgreSQL', 'nginx');
canRun('the commands of docs/operations.md start, upgrade, restore and rotate, and no payment is lost', async () => {
  const machine = await startMachine();
  close = machine.close;
  const { folder, sandbox, run, database } = machine;
  const names = ['Start', 'Upgrade', 'Back up', 'Restore', 'Rotate secrets'];
  const [start = [], upgrade = [], backUp = [], restore = [], rotate = []] = names.map((name) => chapters[name]);
  const unpack = (commit: string, to: string) =>
    execFileSync('bash', ['-c', `git archive ${commit} | tar x -C ${folder}/${to}`], { cwd: projectRoot });
  unpack('HEAD', 'new');
  if (hasHistory) unpack(lastRelease, 'old');
  const first = hasHistory ? 'old' : 'new';
  await run(first, start[0], start[1]);
  const env = readFileSync(join(folder, 'etc/novacore.env'), 'utf8');
  const values = Object.fromEntries([...env.matchAll(/^(SANDBOX_\w+)=(.*)$/gm)].map(([, key, value]) => [key, value]));
  const smtp = /^SMTP_URL=smtp:\/\/127\.0\.0\.1:(\d+)$/gm;
  values.SANDBOX_SMTP_PORT = [...env.matchAll(smtp)].at(-1)?.[1] ?? '';
  const provider = startProcess(join(projectRoot, 'apps/sandbox/dist/main.js'), { ...values, DATA_DIR: folder });
  close = async () => {
    await provider.kill();
    await machine.close();
  };
  await provider.untilPrinted(/Sandbox for payments/);
  await run(first, start[2], start[3]);

  const clients = createClients(machine.nginx.port);
  const tokens = await Promise.all(Array.from({ length: 4 }, () => newToken(clients)));
  let paid = 0;
  const duringPayments = async (work: () => Promise<unknown>) => {
    const payers = startPayers(clients, sandbox, tokens, 2);
    await payers.more(5);
    clients.enter('work');
    await work();
    await payers.more(5);
    const { failures = 0 } = clients.phases.at(-1) ?? {};
    await payers.stop();
    paid += payers.paid.length;
    return failures;
  };

  if (hasHistory) {
    await run('new', upgrade[0]);
    await duringPayments(async () => {
      const pages: string[] = [];
      let isUpgrading = true;
      const visitor = (async () => {
        for (; isUpgrading; await sleep(50)) {
          const { status, body } = await clients.request('GET', '/pricing');
          pages.push(status === 503 && body.includes('back in a minute') ? 'page' : String(status));
        }
      })();
      await run('new', upgrade[1]);
      isUpgrading = false;
      await visitor;
      expect([...new Set(pages)].sort()).toEqual(['200', 'page']);
    });
  }
  const health = await clients.request('GET', '/api/health');
  expect(JSON.parse(health.body)).toEqual({ status: 'ok', version: expect.stringMatching(/^1\.4\./) });
  execFileSync('bash', ['-c', `rm -rf novacore-old; cp -a novacore novacore-new`], { cwd: join(folder, 'srv') });
  const failuresOfUpgrade = await duringPayments(() => run('new', upgrade[2]));
  await duringPayments(() => run('new', backUp[0]));
  await run('new', restore[0]);
  const failuresOfRotation = await duringPayments(() => run('new', rotate[0]));
  // A request may arrive just when an instance closes.
  expect(Math.max(failuresOfUpgrade, failuresOfRotation)).toBeLessThan(3);

  // Reconciles now, because the server would check lost events only after 15 minutes.
  const check = '(set -a; . /etc/novacore.env; cd /srv/novacore; NODE_ENV=production npm run orders -- reconcile)';
  await run('new', check);
  await shows(() => audit(sandbox, database), { payments: paid, lost: [], doubled: 0 });
});
