import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startApi, type TestApi } from '../identity/api';
import { newEmail, password } from '../support/api';
import { needing } from '../support/needing';
import { startNginx, type TestNginx } from '../support/nginx';
import { send } from './cluster-clients';

const seconds = 6;

/** Each visit comes from another address, because logins are limited. */
async function visit(port: number, tls: boolean, path: string, body?: object) {
  const started = performance.now();
  const { status } = await send(port, { tls, method: body ? 'POST' : 'GET', path, body });
  return { status, ms: performance.now() - started };
}
type Answer = Awaited<ReturnType<typeof visit>>;

/** Visits pages and log-in for as long as the flood lasts. */
async function duringFlood(kind: string, port: number, tls: boolean, email: string) {
  const args = [join(__dirname, 'flood.mjs'), kind, String(port), tls ? 'tls' : 'plain', String(seconds)];
  const flood = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(flood, 'exit');
  await once(flood.stdout, 'data');
  const answers: Record<'pages' | 'logIns', Answer[]> = { pages: [], logIns: [] };
  while (flood.exitCode === null) {
    answers.pages.push(await visit(port, tls, '/pricing'));
    answers.logIns.push(await visit(port, tls, '/api/auth/login', { email, password }));
  }
  await ended;
  const summary = (all: Answer[]) => ({
    medianMs: Math.round(all.map(({ ms }) => ms).sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0),
    statuses: [...new Set(all.map(({ status }) => status))].sort(),
  });
  return { pages: summary(answers.pages), logIns: summary(answers.logIns) };
}

const peakMegabytes = ({ server }: TestApi) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1]) / 1_024;

describe('a bare server', () => {
  let api: TestApi;
  const email = newEmail();
  beforeAll(async () => {
    api = await startApi({ THROTTLE: 'on', PASSWORD_HASHING: 'full' });
    await api.signUp(email).expect(201);
  });
  afterAll(() => api.close());

  test.each(['pipelined', 'bodies', 'logins'])('survives a flood of %s in less than 600 MB', async (kind) => {
    await duringFlood(kind, api.server.port, false, email);
    expect(peakMegabytes(api)).toBeLessThan(600);
    const after = await visit(api.server.port, false, '/api/auth/login', { email, password });
    // The floods may have used up the logins that this account may try.
    expect([200, 429]).toContain(after.status);
  });
});

needing(describe, 'nginx')('behind nginx', () => {
  let api: TestApi;
  let nginx: TestNginx;
  const email = newEmail();
  beforeAll(async () => {
    api = await startApi({ THROTTLE: 'on', PASSWORD_HASHING: 'full', TRUST_PROXY: '127.0.0.1' });
    nginx = await startNginx([api.server.port]);
    await api.signUp(email).expect(201);
  });
  afterAll(async () => {
    await nginx.close();
    await api.close();
  });

  test.each(['pipelined', 'bodies', 'silent'])('a flood of %s delays others by less than a second', async (kind) => {
    const { pages, logIns } = await duringFlood(kind, nginx.port, true, email);
    expect([pages.statuses, logIns.statuses]).toEqual([[200], [200]]);
    expect(Math.max(pages.medianMs, logIns.medianMs)).toBeLessThan(1_000);
  });

  test('during logins from 200 addresses a login takes less than 5 s or is answered busy', async () => {
    const { pages, logIns } = await duringFlood('logins', nginx.port, true, email);
    expect([[200], [200, 429], [429]]).toContainEqual(logIns.statuses);
    expect(logIns.medianMs).toBeLessThan(5_000);
    expect(pages.statuses).toEqual([200]);
  });
});
