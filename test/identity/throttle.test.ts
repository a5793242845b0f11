import { request } from 'node:http';
import { availableParallelism } from 'node:os';
import supertest from 'supertest';
import { shows } from '../support/eventually';
import { asCaller, logIn, newEmail, newPerson, password, post, startApi, type TestApi } from './api';

let api: TestApi;
// A proxy is trusted in these tests so that calls can come from anywhere.
beforeAll(async () => {
  api = await startApi({ THROTTLE: 'on', TRUST_PROXY: '127.0.0.1,::1' });
});
afterAll(() => api.close());

/** Those that hash. */
const cores = Math.max(1, availableParallelism() - 1);

let nextHost = 0;
const newAddress = () => `198.51.${Math.floor(nextHost / 250)}.${1 + (nextHost++ % 250)}`;

const from = (address: string, path: string, body: object) => post(api.url, path, body).set('x-forwarded-for', address);
const tryLogIn = (address: string, email: string, secret = 'not the one') =>
  from(address, '/auth/login', { email, password: secret });

async function statuses(count: number, call: (index: number) => PromiseLike<{ status: number }>) {
  const found: number[] = [];
  for (let index = 0; index < count; index += 1) found.push((await call(index)).status);
  return found;
}

/** Ten at a time: fewer than the places for hashing, and done within the minute. */
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

test('the eleventh log-in in a minute for one account from one address is told to wait', async () => {
  const [email, address] = [await signedUp(), newAddress()];
  expect(await statuses(10, () => tryLogIn(address, email))).toEqual(Array(10).fill(401));
  const reply = await tryLogIn(address, email, password);
  expect(reply.status).toBe(429);
  expect(reply.body).toMatchObject({ code: 'too_many_requests', success: false, message: expect.any(String) });
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(60);
});

test('nobody can lock an owner out: from another address the account opens', async () => {
  const [email, attacker] = [await signedUp(), newAddress()];
  await statuses(12, () => tryLogIn(attacker, email));
  await tryLogIn(newAddress(), email, password).expect(200);
});

test('letter case does not open a fresh count', async () => {
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

test('sixty orders a minute from one address, whoever orders', async () => {
  const [{ token }, address] = [await newPerson(api.url), newAddress()];
  const order = (each: number, from = address) => {
    const call = post(api.url, '/user/order', { amount: 150 }).set('x-forwarded-for', from);
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

test('what does not fit the contract costs no count', async () => {
  const address = newAddress();
  await statuses(15, () => from(address, '/auth/signup', { email: 'nobody', password }));
  await from(address, '/auth/signup', { email: newEmail(), password }).expect(201);
});

test('guessing the current password with a stolen token is bounded too', async () => {
  const email = await signedUp();
  const token = (await tryLogIn(newAddress(), email, password)).body.token;
  const body = { currentPassword: 'not the one', newPassword: 'eight cells and one core' };
  const address = newAddress();
  const found = await statuses(11, () =>
    asCaller(api.url, '/auth/password', token, body).set('x-forwarded-for', address),
  );
  expect(found).toEqual([...Array(10).fill(403), 429]);
});

test('changes of a password that wait to be hashed keep nothing else waiting, at the same address either', async () => {
  const [email, address] = [await signedUp(), newAddress()];
  const { token } = (await tryLogIn(newAddress(), email, password)).body;
  const wrong = { currentPassword: 'not the one', newPassword: 'eight cells and one core' };
  const logIns = Array.from({ length: 30 * cores }, () => tryLogIn(address, newEmail()));
  await Promise.race(logIns);
  const order: string[] = [];
  const changes = Array.from({ length: 3 }, () =>
    asCaller(api.url, '/auth/password', token, wrong)
      .set('x-forwarded-for', address)
      .then(() => order.push('changed')),
  );
  const getMe = supertest(api.url).get('/api/user/me').auth(token, { type: 'bearer' });
  await getMe.set('x-forwarded-for', address).expect(200);
  order.push('read');
  await Promise.all([...changes, ...logIns]);
  expect(order[0]).toBe('read');
});

test('reading is bounded widely; health, configuration and payment events not at all', async () => {
  const { token } = await newPerson(api.url);
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

test('without a trusted proxy X-Forwarded-For counts for nothing', async () => {
  const direct = await startApi({ THROTTLE: 'on' });
  const { email } = await newPerson(direct.url);
  const found = await statuses(12, () =>
    post(direct.url, '/auth/login', { email, password: 'x' }).set('x-forwarded-for', newAddress()),
  );
  await direct.close();
  expect(found).toContain(429);
});

test('behind a trusted proxy the address that the proxy saw counts, not what the caller wrote before it', async () => {
  const [email, address] = [await signedUp(), newAddress()];
  expect(await statuses(10, () => tryLogIn(`${newAddress()}, ${address}`, email))).toEqual(Array(10).fill(401));
  await tryLogIn(`${newAddress()}, ${address}`, email).expect(429);
  await tryLogIn(`${address}, ${newAddress()}`, email).expect(401);
});

test('a flood of log-ins from forty addresses is told to come back, whoever comes from another is let in before it', async () => {
  const email = await signedUp();
  const addresses = Array.from({ length: 40 * cores }, newAddress);
  let hashed = 0;
  let hashedBefore = 0;
  const flood = Array.from({ length: 400 * cores }, async (_, at) => {
    const reply = await tryLogIn(addresses[at % addresses.length] ?? '', email);
    if (reply.status === 401) hashed += 1;
    return reply;
  });
  const other = tryLogIn(newAddress(), email, password).then((reply) => {
    hashedBefore = hashed;
    return reply;
  });
  const health = supertest(api.url).get('/api/health');
  const replies = await Promise.all([...flood, other, health]);
  expect(replies.splice(-2).map(({ status }) => status)).toEqual([200, 200]);
  // It came last, and did not wait for all of them.
  expect(hashedBefore).toBeLessThan(hashed / 2);
  const busy = replies.filter(({ status }) => status === 429);
  expect(busy.length).toBeGreaterThan(0);
  for (const { body, headers } of busy) {
    expect(body).toMatchObject({ code: 'busy', success: false });
    expect(headers['retry-after']).toBe('1');
  }
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([401, 429]));
});

test('a flood of log-ins from a thousand addresses is told to come back, too', async () => {
  const email = await signedUp();
  const addresses = Array.from({ length: 1_000 * cores }, newAddress);
  const replies = await Promise.all(addresses.map((address) => tryLogIn(address, email)));
  expect(new Set(replies.map(({ body }) => body.code))).toEqual(new Set(['credentials_invalid', 'busy']));
  await tryLogIn(newAddress(), email, password).expect(200);
});

test('who comes to log in stands before hundreds who try one password after the other', async () => {
  const email = await signedUp();
  const attackers = 200 * cores;
  let answered = 0;
  const tryOn = async (address: string) => {
    for (let each = 1; each <= 3; each += 1) {
      await tryLogIn(address, email);
      answered += 1;
    }
  };
  const flood = Array.from({ length: attackers }, () => tryOn(newAddress()));
  await shows(async () => answered > attackers, true);
  const before = answered;
  await tryLogIn(newAddress(), email, password).expect(200);
  expect(answered - before).toBeLessThan(attackers / 4);
  await Promise.all(flood);
});

test('log-ins whose callers have hung up are not worked off: their places are for others', async () => {
  const email = await signedUp();
  const body = JSON.stringify({ email, password: 'not the one' });
  let full = false;
  const calls = Array.from({ length: 1_000 * cores }, () => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': newAddress() };
    const call = request(`${api.url}/api/auth/login`, { method: 'POST', headers });
    call.once('response', ({ statusCode }) => (full ||= statusCode === 429)).on('error', () => undefined);
    return call.end(body);
  });
  // One of them stays: when it is answered, those before it in the queue are done with.
  const [staying] = calls.splice(250 * cores, 1);
  const stayed = new Promise((resolve) => staying?.once('response', resolve));
  await shows(async () => full, true);
  for (const call of calls) call.destroy();
  await stayed;
  const others = Array.from({ length: 400 * cores }, () => tryLogIn(newAddress(), email));
  const busy = (await Promise.all(others)).filter(({ status }) => status === 429);
  expect(busy.length).toBeLessThan(others.length / 4);
});

test('a flood of log-ins from one address keeps nobody else out', async () => {
  const [email, attacker] = [await signedUp(), newAddress()];
  const flood = Array.from({ length: 95 }, () => tryLogIn(attacker, newEmail()));
  const others = Array.from({ length: 20 }, () => tryLogIn(newAddress(), email, password));
  const [told, found] = await Promise.all([Promise.all(flood), Promise.all(others)]);
  expect(new Set(told.map(({ body }) => body.code))).toEqual(new Set(['busy', 'credentials_invalid']));
  expect(new Set(found.map(({ status }) => status))).toEqual(new Set([200]));
});

test('a room full of people may log in at the same moment', async () => {
  const [email, address] = [await signedUp(), newAddress()];
  const all = await Promise.all(Array.from({ length: 30 }, () => tryLogIn(address, newEmail())));
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([401]));
  await tryLogIn(address, email, password).expect(200);
});

test('a log-in that was told to come back does not count as a try', async () => {
  const [email, address] = [await signedUp(), newAddress()];
  const flood = Array.from({ length: 60 }, () => tryLogIn(address, newEmail()));
  const tries = Array.from({ length: 9 }, () => tryLogIn(address, email));
  const [, first] = await Promise.all([Promise.all(flood), Promise.all(tries)]);
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

test('what page views report uses up no allowance but its own', async () => {
  const { token } = await newPerson(api.url);
  const address = newAddress();
  const vital = { name: 'LCP', value: 900, path: '/pricing' };
  const found = await inBatches(62, async () => (await from(address, '/vitals', vital)).status);
  expect(found.filter((status) => status === 204)).toHaveLength(600);
  expect(found.filter((status) => status === 429)).toHaveLength(20);
  await api.server.untilPrinted(/"limit":"vitals"/);
  await supertest(api.url).get('/api/config').set('x-forwarded-for', address).expect(200);
  await asCaller(api.url, '/auth/logout', token).set('x-forwarded-for', address).expect(204);
});

test('switched off, nothing is counted', async () => {
  const open = await startApi({ THROTTLE: 'off' });
  const { email } = await newPerson(open.url);
  expect(await statuses(15, () => post(open.url, '/auth/login', { email, password }))).toEqual(Array(15).fill(200));
  await logIn(open.url, email);
  await open.close();
});
