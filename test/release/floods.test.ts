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
const visit = async (port: number, tls: boolean, path: string, body?: object) =>
  (await send(port, { tls, method: body ? 'POST' : 'GET', path, body })).status;

/** Visits pages and log-in for as long as the flood lasts. @returns the statuses of the answers */
async function duringFlood(kind: string, port: number, tls: boolean, email: string) {
  const args = [join(__dirname, 'flood.mjs'), kind, String(port), tls ? 'tls' : 'plain', String(seconds)];
  const flood = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(flood, 'exit');
  await once(flood.stdout, 'data');
  const [pages, logIns] = [new Set<number>(), new Set<number>()];
  while (flood.exitCode === null) {
    pages.add(await visit(port, tls, '/pricing'));
    logIns.add(await visit(port, tls, '/api/auth/login', { email, password }));
  }
  await ended;
  return { pages: [...pages], logIns: [...logIns].sort() };
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
    // The floods may have used up the logins that this account may try.
    expect([200, 429]).toContain(await visit(api.server.port, false, '/api/auth/login', { email, password }));
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

  test.each(['pipelined', 'bodies', 'silent'])('a flood of %s keeps no other visitor out', async (kind) => {
    expect(await duringFlood(kind, nginx.port, true, email)).toEqual({ pages: [200], logIns: [200] });
  });

  test('during logins from 200 addresses pages are served, and a login succeeds or is answered busy', async () => {
    const { pages, logIns } = await duringFlood('logins', nginx.port, true, email);
    expect(pages).toEqual([200]);
    expect([[200], [200, 429], [429]]).toContainEqual(logIns);
  });
});
