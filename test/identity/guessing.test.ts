import { newEmail, password } from '../support/api';
import { startApi, type TestApi } from './api';

let api: TestApi;
// A proxy is trusted, so that calls can come from any address.
beforeAll(async () => {
  api = await startApi({ THROTTLE: 'on', PASSWORD_HASHING: 'full', TRUST_PROXY: '127.0.0.1,::1' });
});
afterAll(() => api.close());

const home = '203.0.113.20';
const from = (address: string, path: string, body: object, token?: string) =>
  api.post(path, body, token).set('x-forwarded-for', address);
const tryLogIn = (address: string, email: string, secret = 'not the one') =>
  from(address, '/auth/login', { email, password: secret });

/** Has logged in from `home`. */
async function owner() {
  const email = newEmail();
  await from(home, '/auth/signup', { email, password }).expect(201);
  const { token } = (await tryLogIn(home, email, password).expect(200)).body;
  return { email, token };
}

/** @returns how many guesses were answered with each status */
async function guess(count: number, addressOf: (each: number) => string, email: string) {
  const found: Record<number, number> = {};
  for (let each = 0; each < count; each += 20) {
    const batch = Array.from({ length: Math.min(20, count - each) }, (_, index) =>
      tryLogIn(addressOf(each + index), email),
    );
    for (const { status } of await Promise.all(batch)) found[status] = (found[status] ?? 0) + 1;
  }
  return found;
}

const attacks: [string, number, (each: number) => string][] = [
  ['500 addresses of IPv4', 500, (each) => `198.${18 + (each % 2)}.${each % 250}.${1 + Math.floor(each / 250)}`],
  ['a new /64 of one /48 per call', 60, (each) => `2001:db8:100:${(each * 256).toString(16)}::1`],
];

test('after 50 failures the right password is refused too, also where there is no account, but the owner gets in', async () => {
  for (const [name, count, addressOf] of attacks) {
    const { email } = await owner();
    expect([name, await guess(count, addressOf, email)]).toEqual([name, { 401: 50, 429: count - 50 }]);
    expect([name, await guess(60, addressOf, newEmail())]).toEqual([name, { 401: 50, 429: 10 }]);
    const refused = await tryLogIn(addressOf(count), email, password).expect(429);
    expect(refused.body).toMatchObject({ code: 'too_many_requests', title: expect.stringContaining('link by mail') });
    await tryLogIn(home, email, password).expect(200);
    await tryLogIn('203.0.113.99', email, password).expect(200);
  }
});

test('a /56 of IPv6 is limited, however many networks of it are used, and keeps no neighbour in its /48 out', async () => {
  const { email } = await owner();
  // Known, so that the limit of the account does not count.
  await tryLogIn('2001:db8:2:ff00::1', email, password).expect(200);
  expect(await guess(40, (each) => `2001:db8:2:${each.toString(16)}::1`, email)).toEqual({ 401: 20, 429: 20 });
  const elsewhere = await guess(60, (each) => `2001:db8:2:${((1 + each) * 256).toString(16)}::1`, email);
  expect(elsewhere).toEqual({ 401: 60 });
  await tryLogIn('2001:db8:2:ff00::1', email, password).expect(200);
});

test('the server’s own address, which visitors have behind an untrusted proxy, is never a known network', async () => {
  for (const address of ['127.0.0.1', '127.9.9.9', '::1']) {
    const email = newEmail();
    await from(home, '/auth/signup', { email, password }).expect(201);
    await tryLogIn(address, email, password).expect(200);
    await guess(60, (each) => `198.21.${each}.1`, email);
    await tryLogIn(address, email, password).expect(429);
  }
});

test('guesses with a stolen token count by person, and for the account', async () => {
  const { email, token } = await owner();
  const stolen = (each: number) =>
    from(`198.51.100.${1 + each}`, '/user/delete', { password: 'not the one' }, token).then(({ status }) => status);
  const statuses = [];
  for (let each = 0; each < 12; each += 1) statuses.push(await stolen(each));
  expect(statuses).toEqual([...Array(10).fill(403), 429, 429]);
  expect(await guess(60, (each) => `198.20.${each}.1`, email)).toEqual({ 401: 40, 429: 20 });
});

// How many are served before it: apps/bff/src/account/fair-queue.test.ts.
test('a flood from one /48 waits for its turn only: the log-in of another network goes first', async () => {
  const { email } = await owner();
  let isOver = false;
  const flood = Array.from({ length: 200 }, (_, each) =>
    tryLogIn(`2001:db8:3:${(each * 256).toString(16)}::1`, newEmail()).then(),
  );
  const ended = Promise.all(flood).then(() => (isOver = true));
  const { status } = await tryLogIn(home, email, password);
  expect([status, isOver]).toEqual([200, false]);
  await ended;
});
