import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { newEmail, password } from '../support/api';
import { linkTo, startApi, type TestApi } from './api';

let api: TestApi;
// The server trusts a proxy, so that calls can come from any address. Only some tests need full hashing.
const start = (env: Record<string, string> = {}) =>
  startApi({ THROTTLE: 'on', TRUST_PROXY: '127.0.0.1,::1', ...env }).then((started) => {
    api = started;
  });

let nextHost = 0;
const newAddress = () => `198.51.${Math.floor(nextHost / 250)}.${1 + (nextHost++ % 250)}`;

const from = (address: string, path: string, body: object, token?: string) =>
  api.post(path, body, token).set('x-forwarded-for', address);
const tryLogIn = (address: string, email: string, secret = 'not the one', device = '') =>
  from(address, '/auth/login', { email, password: secret }).set('device-id', device);

const home = '203.0.113.20';
/** A new user who has logged in from `address` with the browser `device`. */
async function owner(address = home) {
  const [email, device] = [newEmail(), randomUUID()];
  await from(newAddress(), '/auth/signup', { email, password }).expect(201);
  const { token } = (await tryLogIn(address, email, password, device).expect(200)).body;
  return { email, token, device };
}

type Call = (each: number) => PromiseLike<{ status: number; headers: Record<string, string> }>;

/** Makes ten calls at a time. @returns how many replies had each status */
async function statuses(count: number, call: Call) {
  const found: Record<number, number> = {};
  for (let done = 0; done < count; done += 10) {
    const batch = Array.from({ length: Math.min(10, count - done) }, (_, each) => call(done + each));
    for (const { status } of await Promise.all(batch)) found[status] = (found[status] ?? 0) + 1;
  }
  return found;
}
const guess = (count: number, addressOf: (each: number) => string, email: string) =>
  statuses(count, (each) => tryLogIn(addressOf(each), email));

describe('limits of calls and of guesses', () => {
  beforeAll(() => start());
  afterAll(() => api.close());

  test('each limit lets as many calls pass as the contract says, and tells clients when to try again', async () => {
    const [{ email }, { token }] = [await owner(), await owner()];
    const wrong = { currentPassword: 'not the one', newPassword: 'eight cells and one core' };
    const limits: [number, (address: string, each: number) => ReturnType<Call>][] = [
      // Letter case does not start a new count.
      [10, (address, each) => tryLogIn(address, each % 2 ? email.toUpperCase() : email)],
      // Razorpay is unreachable here, so no order results, but the calls count.
      [60, (address) => from(address, '/user/order', { amount: 150 })],
      [10, (address) => from(address, '/auth/password', wrong, token)],
    ];
    for (const [calls, call] of limits) {
      const address = newAddress();
      expect([calls, (await statuses(calls + 10, (each) => call(address, each)))[429]]).toEqual([calls, 10]);
      const { headers } = await call(address, 0);
      const retryAfter = Number(headers['retry-after']);
      expect(headers['ratelimit-policy']).toContain(`q=${calls};w=60`);
      expect(headers.ratelimit).toContain(`;r=0;t=${retryAfter}`);
      expect(retryAfter > 0 && retryAfter <= 60).toBe(true);
    }
  });

  test('health, configuration and payment events have no limit', async () => {
    for (const call of [api.get('/config'), api.get('/health'), api.post('/webhooks/razorpay', {})])
      expect((await call).headers).not.toHaveProperty('ratelimit-policy');
  });

  test('a call with input that does not fit, or with a refused password, does not count as a sign-up', async () => {
    const address = newAddress();
    const unfit = [
      { email: 'not an address', password },
      { email: newEmail(), password: 'password' },
    ];
    for (const body of unfit)
      expect(await statuses(61, () => from(address, '/auth/signup', body))).toEqual({ 400: 61 });
    await from(address, '/auth/signup', { email: newEmail(), password }).expect(201);
  });

  test('an attacker cannot lock the owner out: other addresses can still log in', async () => {
    const { email } = await owner();
    const attacker = newAddress();
    expect(await guess(12, () => attacker, email)).toEqual({ 401: 10, 429: 2 });
    await tryLogIn(newAddress(), email, password).expect(200);
  });

  // How addresses are shortened: apps/bff/src/client-network.test.ts.
  test('behind a trusted proxy the address that it saw is counted, not what the client wrote', async () => {
    const { email } = await owner();
    const seenByProxy = (each: number) => `203.0.113.${each}, 198.18.7.7`;
    expect(await guess(12, seenByProxy, email)).toEqual({ 401: 10, 429: 2 });
    await tryLogIn('198.18.7.8', email).expect(401);
  });

  test('after 50 failures the right password is refused too, also where there is no account, but the owner gets in', async () => {
    const attacks: ((each: number) => string)[] = [
      (each) => `198.18.${each}.1`,
      (each) => `2001:db8:100:${(each * 256).toString(16)}::1`,
    ];
    for (const addressOf of attacks) {
      const { email, device } = await owner();
      expect(await guess(60, addressOf, email)).toEqual({ 401: 50, 429: 10 });
      expect(await guess(60, addressOf, newEmail())).toEqual({ 401: 50, 429: 10 });
      const refused = await tryLogIn(addressOf(60), email, password).expect(429);
      expect(refused.body).toMatchObject({
        code: 'too_many_requests',
        title: expect.stringContaining('link by email'),
      });
      // The calls come from the owner's network, but only the known device succeeds.
      await tryLogIn('203.0.113.99', email, password, randomUUID()).expect(429);
      await tryLogIn('203.0.113.99', email, password, device).expect(200);
    }
  });

  test('a known device has 50 wrong passwords an hour too, which leave the other devices of the account alone', async () => {
    const { email, device } = await owner();
    const guesses = (each: number) => tryLogIn(`198.22.${each}.1`, email, 'not the one', device);
    expect(await statuses(60, guesses)).toEqual({ 401: 50, 429: 10 });
    await tryLogIn(newAddress(), email, password).expect(200);
  });

  test('devices that were known before a new password, or before the address was confirmed, have no count of their own', async () => {
    const [confirmed, reset] = [await owner(), await owner()];
    await from(home, '/auth/email/verify', { token: await linkTo(api, confirmed.email, 'VERIFY_EMAIL') }).expect(200);
    const next = { token: await linkTo(api, reset.email, 'RESET_PASSWORD'), newPassword: 'eight cells and one core' };
    await from(home, '/auth/password/reset', next).expect(200);
    for (const { email, device } of [confirmed, reset]) {
      expect(await guess(60, (each) => `198.25.${each}.1`, email)).toEqual({ 401: 50, 429: 10 });
      await tryLogIn(newAddress(), email, 'not the one', device).expect(429);
    }
  });

  test('after failures of more than 100 accounts of one network only known devices log in from there', async () => {
    const { email, device } = await owner();
    const spray = (each: number) => tryLogIn(`198.23.7.${1 + each}`, newEmail());
    expect(await statuses(120, spray)).toMatchObject({ 401: expect.any(Number), 429: expect.any(Number) });
    const { headers } = await tryLogIn('198.23.7.250', email, password).expect(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(3_000);
    await tryLogIn('198.23.7.251', email, password, device).expect(200);
    await tryLogIn('198.23.8.1', email, password).expect(200);
  });

  test('the owner of a confirmed address gets one email when the limit of wrong passwords is reached', async () => {
    const { email } = await owner();
    await api.database.query('UPDATE users SET email_verified_at = now() WHERE email = $1', [email]);
    await guess(60, (each) => `198.24.${each}.1`, email);
    const mails = "SELECT kind FROM mail_outbox WHERE kind = 'GUESSES_LIMITED' AND recipient = $1";
    expect(await api.database.query(mails, [email])).toHaveLength(1);
  });

  test('a /56 of IPv6 is limited, however many networks of it are used, and keeps no neighbour in its /48 out', async () => {
    const { email } = await owner('2001:db8:2:ff00::1');
    expect(await guess(40, (each) => `2001:db8:2:${each.toString(16)}::1`, email)).toEqual({ 401: 20, 429: 20 });
    await tryLogIn('2001:db8:2:ff00::1', email, password).expect(200);
  });

  test('guesses with a stolen token count by person, and for the account', async () => {
    const { email, token } = await owner();
    const stolen = (each: number) => from(`198.51.100.${1 + each}`, '/user/delete', { password: 'not the one' }, token);
    expect(await statuses(12, stolen)).toEqual({ 403: 10, 429: 2 });
    expect(await guess(60, (each) => `198.20.${each}.1`, email)).toEqual({ 401: 40, 429: 20 });
  });
});

describe('passwords at full cost', () => {
  beforeAll(() => start({ PASSWORD_HASHING: 'full', PASSWORD_MIN_LENGTH: '14' }));
  afterAll(() => api.close());

  test('the operator can ask for longer passwords', async () => {
    const short = await api.post('/auth/signup', { email: newEmail(), password: 'thirteen char' }).expect(400);
    expect(short.body).toMatchObject({ code: 'invalid_input', errors: [{ path: '/password' }] });
    await api.post('/auth/signup', { email: newEmail(), password: 'fourteen chars' }).expect(201);
  });

  test('in the database a password is an argon2id hash, and revoked tokens are hashes', async () => {
    const { email, token } = await owner();
    await api.logOut(token).expect(204);
    const [user] = await api.database.query<{ password_hash: string }>('SELECT * FROM users WHERE email = $1', [email]);
    expect(user?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const revoked = await api.database.query('SELECT * FROM revoked_tokens');
    expect(revoked).toEqual([{ token_hash: expect.stringMatching(/^[0-9a-f]{64}$/), expires_at: expect.any(Date) }]);
  });

  test('a flood of log-ins from many addresses is answered busy, which does not count as a log-in', async () => {
    const [{ email: target }, address] = [await owner(), newAddress()];
    const hashesAtOnce = Math.max(1, availableParallelism() - 1);
    // Without a hash for addresses that have no account, these would never fill the queue.
    const flood = (count: number) =>
      Array.from({ length: count * hashesAtOnce }, () => tryLogIn(newAddress(), newEmail()));
    const before = flood(120);
    const calls = [...before, ...Array.from({ length: 9 }, () => tryLogIn(address, target)), ...flood(30)];
    const replies = await Promise.all(calls);
    const during = replies.splice(before.length, 9).filter(({ status }) => status === 401);
    expect(new Set(replies.map(({ body }) => body.code))).toEqual(new Set(['credentials_invalid', 'busy']));
    for (const { status, body, headers } of replies.filter(({ body }) => body.code === 'busy'))
      expect([status, body.success, body.message, headers['retry-after']]).toEqual([429, false, body.title, '1']);
    expect(during.length).toBeLessThan(9);
    expect(await guess(10 - during.length, () => address, target)).toEqual({ 401: 10 - during.length });
  });

  // How many are served before it: apps/bff/src/account/fair-queue.test.ts.
  test('a flood from one /48 waits for its turn only: the log-in of another network goes first', async () => {
    const { email } = await owner();
    let isOver = false;
    const flood = Array.from({ length: 100 }, (_, each) =>
      tryLogIn(`2001:db8:3:${(each * 256).toString(16)}::1`, newEmail()).then(),
    );
    const ended = Promise.all(flood).then(() => (isOver = true));
    const { status } = await tryLogIn(home, email, password);
    expect([status, isOver]).toEqual([200, false]);
    await ended;
  });
});
