import { availableParallelism } from 'node:os';
import supertest from 'supertest';
import { newEmail, password } from '../support/api';
import { startApi, type TestApi } from './api';

let api: TestApi;
// A proxy is trusted, so that calls can come from any address.
beforeAll(async () => {
  api = await startApi({ THROTTLE: 'on', TRUST_PROXY: '127.0.0.1,::1' });
});
afterAll(() => api.close());

/** The number of hashes at a time. */
const cores = Math.max(1, availableParallelism() - 1);

let nextHost = 0;
const newAddress = () => `198.51.${Math.floor(nextHost / 250)}.${1 + (nextHost++ % 250)}`;

const from = (address: string, path: string, body: object) => api.post(path, body).set('x-forwarded-for', address);
const tryLogIn = (address: string, email: string, secret = 'not the one') =>
  from(address, '/auth/login', { email, password: secret });

async function statuses(count: number, call: (index: number) => PromiseLike<{ status: number }>) {
  const found: number[] = [];
  for (let index = 0; index < count; index += 1) found.push((await call(index)).status);
  return found;
}

/** Ten at a time: fewer than can be queued for hashing, and done within the minute. */
async function inBatches<T>(batches: number, call: () => PromiseLike<T>) {
  const found: T[] = [];
  for (let batch = 0; batch < batches; batch += 1) found.push(...(await Promise.all(Array.from({ length: 10 }, call))));
  return found;
}

async function signedUp(address = newAddress()) {
  const email = newEmail();
  await from(address, '/auth/signup', { email, password }).expect(201);
  return email;
}

test('the eleventh log-in in a minute for one account from one address is refused', async () => {
  const [email, address] = [await signedUp(), newAddress()];
  expect(await statuses(10, () => tryLogIn(address, email))).toEqual(Array(10).fill(401));
  const reply = await tryLogIn(address, email, password);
  expect(reply.status).toBe(429);
  expect(reply.body).toMatchObject({ code: 'too_many_requests', success: false, message: expect.any(String) });
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(60);
});

test('an attacker cannot lock the owner out: other addresses can still log in', async () => {
  const [email, attacker] = [await signedUp(), newAddress()];
  await statuses(12, () => tryLogIn(attacker, email));
  await tryLogIn(newAddress(), email, password).expect(200);
});

test('letter case makes no new count', async () => {
  const [email, address] = [await signedUp(), newAddress()];
  await statuses(10, (each) => tryLogIn(address, each % 2 ? email.toUpperCase() : email));
  await tryLogIn(address, email).expect(429);
});

test('one address cannot try one password on hundreds of accounts', async () => {
  const address = newAddress();
  const found = await inBatches(11, async () => (await tryLogIn(address, newEmail())).status);
  expect(found.filter((status) => status === 401)).toHaveLength(100);
  expect(found.slice(100)).toEqual(Array(10).fill(429));
});

test("one customer's /64 of IPv6 counts as one address, the next /64 as another", async () => {
  const email = await signedUp();
  await statuses(10, (each) => tryLogIn(`2001:db8:1:2:${each}::${each}`, email));
  await tryLogIn('2001:db8:1:2:ffff:ffff:ffff:ffff', email).expect(429);
  await tryLogIn('2001:db8:1:3::1', email).expect(401);
});

test('IPv4 addresses written as IPv6 are themselves, not one /64', async () => {
  const email = await signedUp();
  await statuses(10, () => tryLogIn('::ffff:203.0.113.5', email));
  await tryLogIn('203.0.113.5', email).expect(429);
  await tryLogIn('::ffff:203.0.113.6', email).expect(401);
  // Some proxies write the caller's port behind the address.
  await tryLogIn('203.0.113.5:40001', email).expect(429);
});

test('sixty sign-ups an hour from one address; the answer to the next says how long to wait', async () => {
  const address = newAddress();
  const signUp = () => from(address, '/auth/signup', { email: newEmail(), password });
  expect(await statuses(60, signUp)).toEqual(Array(60).fill(201));
  const { status, headers, body } = await signUp();
  expect(status).toBe(429);
  expect(Number(headers['retry-after'])).toBeGreaterThan(3_000);
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(3_600);
  const minutes = Math.ceil(Number(headers['retry-after']) / 60);
  expect(body.message).toBe(`Too many calls. Please try again in ${minutes} minutes.`);
});

test('sixty orders a minute from one address, with and without a token', async () => {
  const [{ token }, address] = [await api.newPerson(), newAddress()];
  const order = (each: number, from = address) => {
    const call = api.post('/user/order', { amount: 150 }).set('x-forwarded-for', from);
    return each % 2 ? call.auth(token, { type: 'bearer' }) : call;
  };
  // There is no payment provider here, so no order comes of it; it counts all the same.
  const found = await statuses(62, order);
  expect(found.slice(0, 60)).not.toContain(429);
  expect(found.slice(60)).toEqual([429, 429]);
  const { headers, body } = await order(0);
  expect(body).toMatchObject({ code: 'too_many_requests' });
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
  expect((await order(0, newAddress())).status).not.toBe(429);
});

test('input that does not fit the contract does not count', async () => {
  const address = newAddress();
  await statuses(15, () => from(address, '/auth/signup', { email: 'not an address', password }));
  await from(address, '/auth/signup', { email: newEmail(), password }).expect(201);
});

test('guessing the current password with a stolen token is limited too', async () => {
  const email = await signedUp();
  const token = (await tryLogIn(newAddress(), email, password)).body.token;
  const body = { currentPassword: 'not the one', newPassword: 'eight cells and one core' };
  const address = newAddress();
  const found = await statuses(11, () => api.post('/auth/password', body, token).set('x-forwarded-for', address));
  expect(found).toEqual([...Array(10).fill(403), 429]);
});

test('reading has a high limit; health, configuration and payment events have none', async () => {
  const { token } = await api.newPerson();
  const address = newAddress();
  const get = (path: string) => supertest(api.url).get(`/api${path}`).set('x-forwarded-for', address);
  const found = await inBatches(62, async () => (await get('/user/me').auth(token, { type: 'bearer' })).status);
  expect(found.filter((status) => status === 200)).toHaveLength(600);
  expect(found.filter((status) => status === 429)).toHaveLength(20);
  expect(new Set(await inBatches(62, async () => (await get('/config')).status))).toEqual(new Set([200]));
  await get('/health').expect(200);
  const event = supertest(api.url).post('/api/webhooks/razorpay').set('x-forwarded-for', address).send({});
  expect((await event).status).toBe(400);
});

test('without TRUST_PROXY, X-Forwarded-For is ignored', async () => {
  const direct = await startApi({ THROTTLE: 'on' });
  const { email } = await direct.newPerson();
  const found = await statuses(12, () =>
    direct.post('/auth/login', { email, password: 'x' }).set('x-forwarded-for', newAddress()),
  );
  await direct.close();
  expect(found).toContain(429);
});

test('behind a trusted proxy the address that the proxy saw counts, not what the client wrote', async () => {
  const [email, address] = [await signedUp(), newAddress()];
  expect(await statuses(10, () => tryLogIn(`${newAddress()}, ${address}`, email))).toEqual(Array(10).fill(401));
  await tryLogIn(`${newAddress()}, ${address}`, email).expect(429);
  await tryLogIn(`${address}, ${newAddress()}`, email).expect(401);
});

/** More log-ins than can be queued, each from another address. */
const flood = (email: string) => Promise.all(Array.from({ length: 250 * cores }, () => tryLogIn(newAddress(), email)));

test('a flood of log-ins from many addresses is answered busy, and the server goes on', async () => {
  const email = await signedUp();
  const replies = await flood(email);
  expect(new Set(replies.map(({ body }) => body.code))).toEqual(new Set(['credentials_invalid', 'busy']));
  for (const { status, body, headers } of replies.filter(({ body }) => body.code === 'busy')) {
    expect([status, body.success, headers['retry-after']]).toEqual([429, false, '1']);
    expect(body.message).toBe(body.title);
  }
  await tryLogIn(newAddress(), email, password).expect(200);
});

test('a log-in that was answered busy does not count', async () => {
  const [email, address] = [await signedUp(), newAddress()];
  const flooding = flood(await signedUp());
  const first = await Promise.all(Array.from({ length: 9 }, () => tryLogIn(address, email)));
  await flooding;
  const tried = first.filter(({ status }) => status === 401).length;
  expect(tried).toBeLessThan(9);
  const later = await statuses(11 - tried, () => tryLogIn(address, email));
  expect(later).toEqual([...Array(10 - tried).fill(401), 429]);
});

test('a sign-up whose password is refused does not count as one', async () => {
  const address = newAddress();
  const refused = await statuses(12, () => from(address, '/auth/signup', { email: newEmail(), password: 'password' }));
  expect(new Set(refused)).toEqual(new Set([400]));
  await from(address, '/auth/signup', { email: newEmail(), password }).expect(201);
});

test('web vitals have their own limit', async () => {
  const { token } = await api.newPerson();
  const address = newAddress();
  const vital = { name: 'LCP', value: 900, path: '/pricing' };
  const found = await inBatches(62, async () => (await from(address, '/vitals', vital)).status);
  expect(found.filter((status) => status === 204)).toHaveLength(600);
  expect(found.filter((status) => status === 429)).toHaveLength(20);
  await api.server.untilPrinted(/"limit":"vitals"/);
  await supertest(api.url).get('/api/config').set('x-forwarded-for', address).expect(200);
  await api.logOut(token).set('x-forwarded-for', address).expect(204);
});

test('switched off, nothing is counted', async () => {
  const open = await startApi({ THROTTLE: 'off' });
  const { email } = await open.newPerson();
  expect(await statuses(15, () => open.post('/auth/login', { email, password }))).toEqual(Array(15).fill(200));
  await open.newToken(email);
  await open.close();
});
