import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { join } from 'node:path';
import { startApi, type TestApi } from '../identity/api';
import { newEmail, password } from '../support/api';
import { hasNginx, startNginx, type TestNginx } from '../support/nginx';

const seconds = 10;

interface Answer {
  status: number;
  ms: number;
}

/** Each visit comes over a new connection and, because log-ins are limited, from a new address. */
let nextAddress = 0;
function visit(port: number, tls: boolean, path: string, body?: object): Promise<Answer> {
  nextAddress += 1;
  const started = performance.now();
  const text = body && JSON.stringify(body);
  const options = {
    port,
    path,
    host: '127.0.0.1',
    localAddress: `127.0.${10 + Math.floor(nextAddress / 200)}.${1 + (nextAddress % 200)}`,
    agent: false,
    rejectUnauthorized: false,
    method: text ? 'POST' : 'GET',
    headers: text ? { 'content-type': 'application/json', 'content-length': text.length } : {},
  };
  return new Promise((resolve) => {
    const done = (status: number) => resolve({ status, ms: performance.now() - started });
    const request = tls ? requestTls(options) : requestPlain(options);
    request
      .on('error', () => done(0))
      .on('response', (response) => {
        response.resume().once('end', () => done(response.statusCode ?? 0));
      });
    request.end(text);
  });
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Visits for as long as the flood lasts. */
async function duringFlood(kind: string, port: number, tls: boolean, email: string) {
  const args = [join(__dirname, 'flood.mjs'), kind, String(port), tls ? 'tls' : 'plain', String(seconds)];
  const flood = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(flood, 'exit');
  await once(flood.stdout, 'data');
  const pages: Answer[] = [];
  const logIns: Answer[] = [];
  while (flood.exitCode === null) {
    pages.push(await visit(port, tls, '/pricing'));
    logIns.push(await visit(port, tls, '/api/auth/login', { email, password }));
  }
  await ended;
  const summary = (answers: Answer[]) => ({
    count: answers.length,
    medianMs: Math.round(median(answers.map(({ ms }) => ms))),
    maxMs: Math.round(Math.max(...answers.map(({ ms }) => ms))),
    statuses: [...new Set(answers.map(({ status }) => status))].sort(),
  });
  return { pages: summary(pages), logIns: summary(logIns) };
}

const peakMegabytes = ({ server }: TestApi) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1]) / 1_024;

async function signedUp(api: TestApi) {
  const email = newEmail();
  await api.post('/auth/signup', { email, password }).expect(201);
  return email;
}

const full = process.env.FULL ? describe : describe.skip;
const kinds = ['pipelined', 'bodies', 'silent', 'log-ins'];

full('a bare server', () => {
  test.each([...kinds, 'log-ins of 200'])('survives a flood of %s in less than 600 MB', async (kind) => {
    const api = await startApi({ THROTTLE: 'on' });
    const email = await signedUp(api);
    const result = await duringFlood(kind, api.server.port, false, email);
    const megabytes = Math.round(peakMegabytes(api));
    console.log(kind, 'bare', megabytes, 'MB', JSON.stringify(result));
    expect(megabytes).toBeLessThan(600);
    const after = await visit(api.server.port, false, '/api/auth/login', { email, password });
    expect(after.status).toBe(200);
    await api.close();
  });
});

(process.env.FULL && hasNginx ? describe : describe.skip)('behind nginx', () => {
  let api: TestApi;
  let nginx: TestNginx;
  let email: string;
  beforeAll(async () => {
    api = await startApi({ THROTTLE: 'on', TRUST_PROXY: '127.0.0.1' });
    nginx = await startNginx([api.server.port]);
    email = await signedUp(api);
  });
  afterAll(async () => {
    await nginx.close();
    await api.close();
  });

  test.each(kinds)('a flood of %s delays other visitors by less than a second', async (kind) => {
    const { pages, logIns } = await duringFlood(kind, nginx.port, true, email);
    console.log(kind, 'nginx', Math.round(peakMegabytes(api)), 'MB', JSON.stringify({ pages, logIns }));
    expect([pages.statuses, logIns.statuses]).toEqual([[200], [200]]);
    expect(Math.max(pages.medianMs, logIns.medianMs)).toBeLessThan(1_000);
  });

  test('during log-ins from 200 addresses a log-in takes less than 5 s or is answered busy', async () => {
    const { pages, logIns } = await duringFlood('log-ins of 200', nginx.port, true, email);
    console.log('log-ins of 200 nginx', JSON.stringify({ pages, logIns }));
    expect([[200], [200, 429], [429]]).toContainEqual(logIns.statuses);
    expect(logIns.medianMs).toBeLessThan(5_000);
    expect(pages.statuses).toEqual([200]);
  });
});
