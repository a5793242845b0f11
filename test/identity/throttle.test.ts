import { availableParallelism } from 'node:os';
import { type Api, newEmail, password } from '../support/api';
import { startApi, type TestApi } from './api';

let api: TestApi;
// A proxy is trusted, so that calls can come from any address.
beforeAll(async () => {
  api = await startApi({ THROTTLE: 'on', PASSWORD_HASHING: 'full', TRUST_PROXY: '127.0.0.1,::1' });
});
afterAll(() => api.close());

let nextHost = 0;
const newAddress = () => `198.51.${Math.floor(nextHost / 250)}.${1 + (nextHost++ % 250)}`;

const from = (address: string, path: string, body: object, token?: string, at: Api = api) =>
  at.post(path, body, token).set('x-forwarded-for', address);
const tryLogIn = (address: string, email: string, secret = 'not the one', at: Api = api) =>
  from(address, '/auth/login', { email, password: secret }, undefined, at);

async function signedUp(at: Api = api) {
  const email = newEmail();
  await from(newAddress(), '/auth/signup', { email, password }, undefined, at).expect(201);
  return email;
}

type Call = (address: string, index: number) => PromiseLike<{ status: number; headers: Record<string, string> }>;

/** Ten at a time: fewer than can be queued for hashing. */
async function statuses(count: number, call: Call, address = newAddress(), atOnce = 10) {
  const found: number[] = [];
  for (let index = 0; index < count; index += atOnce) {
    const batch = Array.from({ length: Math.min(atOnce, count - index) }, (_, each) => call(address, index + each));
    found.push(...(await Promise.all(batch)).map(({ status }) => status));
  }
  return found;
}

/** Exactly so many calls from one address are let in. The next ones are refused, and say when to try again. */
async function expectLimit(name: string, calls: number, perSeconds: number, call: Call) {
  const address = newAddress();
  const refused = (await statuses(calls + 10, call, address)).filter((status) => status === 429);
  expect([name, refused.length]).toEqual([name, 10]);
  const { headers } = await call(address, 0);
  const retryAfter = Number(headers['retry-after']);
  expect([name, headers['ratelimit-policy']]).toEqual([name, expect.stringContaining(`q=${calls};w=${perSeconds}`)]);
  expect([name, headers.ratelimit]).toEqual([name, expect.stringContaining(`;r=0;t=${retryAfter}`)]);
  expect([name, retryAfter > 0 && retryAfter <= perSeconds]).toEqual([name, true]);
}

test('each limit refuses the next call, and says in headers when to try again', async () => {
  // A hundred hashes at full cost take more than a minute where the processor is busy.
  const light = await startApi({ THROTTLE: 'on', TRUST_PROXY: '127.0.0.1,::1' });
  const email = await signedUp(light);
  const { token } = (await tryLogIn(newAddress(), await signedUp(light), password, light)).body;
  const call = (address: string, path: string, body: object, as?: string) => from(address, path, body, as, light);
  const logIn = (address: string, as: string) => tryLogIn(address, as, 'not the one', light);
  const wrong = { currentPassword: 'not the one', newPassword: 'eight cells and one core' };
  const vital = { name: 'LCP', value: 900, path: '/pricing' };
  const limits: [string, number, number, Call][] = [
    // Letter case makes no new count.
    ['log-in, one account', 10, 60, (address, each) => logIn(address, each % 2 ? email.toUpperCase() : email)],
    ['log-in, any account', 100, 60, (address) => logIn(address, newEmail())],
    [
      'sign-up that is refused',
      240,
      3_600,
      (address) => call(address, '/auth/signup', { email: newEmail(), password: 'password' }),
    ],
    ['sign-up', 60, 3_600, (address) => call(address, '/auth/signup', { email: newEmail(), password })],
    // No payment provider runs here, so no order comes of it; it counts all the same.
    ['order', 60, 60, (address) => call(address, '/user/order', { amount: 150 })],
    ['change of the password', 10, 60, (address) => call(address, '/auth/password', wrong, token)],
    ['reading', 600, 60, (address) => light.me(token).set('x-forwarded-for', address)],
    ['web vitals', 600, 60, (address) => call(address, '/vitals', vital)],
  ];
  for (const limit of limits) await expectLimit(...limit);
  await light.close();
});

test('health, configuration and payment events have no limit', async () => {
  for (const path of ['/config', '/health']) {
    const found = await statuses(650, (address) => api.get(path).set('x-forwarded-for', address));
    expect([path, new Set(found)]).toEqual([path, new Set([200])]);
  }
  expect(await statuses(70, (address) => from(address, '/webhooks/razorpay', {}))).toEqual(Array(70).fill(400));
});

test('an attacker cannot lock the owner out: other addresses can still log in', async () => {
  const [email, attacker] = [await signedUp(), newAddress()];
  expect(await statuses(12, () => tryLogIn(attacker, email))).toContain(429);
  await tryLogIn(newAddress(), email, password).expect(200);
});

/** Addresses that share a count with the first, and one that does not. */
const sameCaller: [string, string[], string][] = [
  ["one customer's /64 of IPv6 counts as one address", ['2001:db8:1:2::1', '2001:db8:1:2:ffff::1'], '2001:db8:1:3::1'],
  // Some proxies write the caller's port behind the address.
  ['IPv4 as IPv6, and with a port', ['::ffff:203.0.113.5', '203.0.113.5', '203.0.113.5:40001'], '::ffff:203.0.113.6'],
  [
    'behind a trusted proxy, what the proxy saw',
    ['203.0.113.7, 203.0.113.9', '203.0.113.8, 203.0.113.9'],
    '203.0.113.7',
  ],
];

test('the address behind a trusted proxy is counted: what the client wrote, its port and its IPv6 host are not', async () => {
  for (const [name, [first = '', ...same], other] of sameCaller) {
    const email = await signedUp();
    expect([name, await statuses(10, () => tryLogIn(first, email))]).toEqual([name, Array(10).fill(401)]);
    for (const address of same) expect([name, (await tryLogIn(address, email)).status]).toEqual([name, 429]);
    expect([name, (await tryLogIn(other, email)).status]).toEqual([name, 401]);
  }
});

test('a call with input that does not fit, or with a refused password, does not count as a sign-up', async () => {
  const address = newAddress();
  const refused = [
    { email: 'not an address', password },
    { email: newEmail(), password: 'password' },
  ];
  for (const body of refused)
    expect(new Set(await statuses(61, () => from(address, '/auth/signup', body)))).toEqual(new Set([400]));
  await from(address, '/auth/signup', { email: newEmail(), password }).expect(201);
});

test('a flood of log-ins from many addresses is answered busy, which does not count as a log-in', async () => {
  const [email, target, address] = [await signedUp(), await signedUp(), newAddress()];
  const hashesAtOnce = Math.max(1, availableParallelism() - 1);
  // Without a hash for addresses that have no account, these would never fill the queue.
  const flood = (count: number) =>
    Array.from({ length: count * hashesAtOnce }, () => tryLogIn(newAddress(), newEmail()));
  const calls = [...flood(150), ...Array.from({ length: 9 }, () => tryLogIn(address, target)), ...flood(100)];
  const replies = await Promise.all(calls);
  const during = replies.splice(150 * hashesAtOnce, 9).map(({ status }) => status);
  expect(new Set(replies.map(({ body }) => body.code))).toEqual(new Set(['credentials_invalid', 'busy']));
  for (const { status, body, headers } of replies.filter(({ body }) => body.code === 'busy')) {
    expect([status, body.success, headers['retry-after']]).toEqual([429, false, '1']);
    expect(body.message).toBe(body.title);
  }
  const counted = during.filter((status) => status === 401).length;
  expect(counted).toBeLessThan(9);
  const later = await statuses(11 - counted, () => tryLogIn(address, target), address, 1);
  expect(later).toEqual([...Array(10 - counted).fill(401), 429]);
  await tryLogIn(newAddress(), email, password).expect(200);
});
