import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import supertest from 'supertest';
import { newEmail, password } from '../support/api';
import { projectRoot } from '../support/paths';
import { startApi, type TestApi } from './api';
import { startProvider, type TestProvider } from './provider';

const secrets = {
  JWT_SECRET: 'jwt-secret-that-must-not-be-logged-0123456789',
  RAZORPAY_KEY_ID: 'rzp_test_1DP5mmOlF5G5ag',
  RAZORPAY_KEY_SECRET: 'key-secret-that-must-not-be-logged',
  RAZORPAY_WEBHOOK_SECRET: 'webhook-secret-that-must-not-be-logged',
  RAZORPAY_API_URL: 'http://localhost:1',
};

let provider: TestProvider;
let api: TestApi;
beforeAll(async () => {
  provider = await startProvider();
  api = await startApi({ ...secrets, ...provider.env, THROTTLE: 'on', LOG_LEVEL: 'trace' });
});
afterAll(async () => {
  await api.close();
  await provider.close();
});

interface Line {
  event?: string;
  requestId?: string;
  [field: string]: unknown;
}

/** The lines written by `work`, as soon as one of them is `until`: a line may follow its answer. */
async function linesOf(work: () => Promise<unknown>, until: (line: Line) => boolean): Promise<Line[]> {
  const before = api.server.output().length;
  await work();
  const written = () =>
    api.server
      .output()
      .slice(before)
      .match(/^.+(?=\n)/gm) ?? [];
  const lines = () => written().map((line): Line => JSON.parse(line));
  while (!lines().some(until)) await once(api.server.child, 'printed');
  return lines();
}

async function eventOf(event: string, work: () => Promise<unknown>): Promise<Line> {
  const found = (await linesOf(work, (line) => line.event === event)).filter((line) => line.event === event);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ requestId: expect.stringMatching(/^req-/), address: expect.any(String) });
  return found[0] as Line;
}

test('each security event is one line with the request id, and names an account without its address', async () => {
  const email = newEmail();
  const signup = await eventOf('signup', () => api.post('/auth/signup', { email, password }).expect(201));
  const wrong = { email: email.toUpperCase(), password: 'wrong one' };
  const failed = await eventOf('login_failed', () => api.post('/auth/login', wrong));
  const succeeded = await eventOf('login_succeeded', () => api.logIn(email).expect(200));
  const token = await api.newToken(email);
  expect(signup.account).toMatch(/^[0-9a-f]{16}$/);
  expect([failed.account, succeeded.account]).toEqual([signup.account, signup.account]);
  const change = { currentPassword: 'wrong one', newPassword: 'eight cells and one core' };
  await eventOf('password_change_refused', () => api.post('/auth/password', change, token).expect(403));
  const right = { ...change, currentPassword: password };
  await eventOf('password_changed', () => api.post('/auth/password', right, token).expect(200));
  const refused = await eventOf('token_refused', () => api.me(token).expect(401));
  expect(refused.reason).toMatch(/before all tokens were revoked/);
  const fresh = await api.newToken(email, right.newPassword);
  const logout = await eventOf('logout', () => api.logOut(fresh).expect(204));
  expect(logout.userId).toMatch(/^[0-9a-f-]{36}$/);
  const again = await api.newToken(email, right.newPassword);
  const lines = await linesOf(
    () => api.get('/user/order/order_00000000000000', again).expect(404),
    ({ event, status }) => event === 'request' && status === 404,
  );
  const who = { userId: logout.userId, address: expect.any(String) };
  expect(lines).toEqual(expect.arrayContaining([expect.objectContaining({ ...who, code: 'order_not_found' })]));
  expect(lines).toEqual(expect.arrayContaining([expect.objectContaining({ ...who, event: 'request' })]));
});

test('a throttled call is one line', async () => {
  const email = newEmail();
  for (let each = 0; each < 10; each += 1) await api.logIn(email);
  const line = await eventOf('throttled', () => api.logIn(email).expect(429));
  expect(line.limit).toBe('login_account');
});

test('the request id in a failure finds its lines, also those about the payment provider', async () => {
  let id = '';
  const ask = async () => {
    id = (await api.createOrder().expect(503)).body.requestId;
  };
  const lines = await linesOf(ask, ({ event, requestId }) => event === 'request' && requestId === id);
  const own = lines.filter(({ requestId }) => requestId === id);
  const called = { event: 'provider_call', operation: 'POST /v1/orders', error: 'ECONNREFUSED', level: 'info' };
  expect(own).toEqual(
    expect.arrayContaining([called, { level: 'error', code: 'provider_unavailable' }].map(expect.objectContaining)),
  );
});

test('no secret, token, password, signature or address of a person is ever logged', async () => {
  const email = newEmail();
  const typed = 'a password that must not be logged';
  const token = provider.token({ sub: 'github|logged', email });
  const signature = '9e2f0f4b1d6c5a80b7c3e3f5a1d9c24078a4f6d2ce6f9a35b1c7d8e0f1a2b3c4';
  await api.post('/auth/login', { email, password: typed });
  await api.post('/auth/login', { email, password: { deep: typed } });
  await api.post('/auth/login', { [typed]: email });
  await api.agent.post('/auth/login').type('json').send(`{"password":"${typed}`);
  await api.me(token);
  await api.me(`${token}x`);
  await api.get(`/user/me?access_token=${token}`).set('cookie', `token=${token}`);
  await supertest(api.url).get(`/callback?token=${token}`);
  const verification = { razorpay_order_id: 'order_Q2b7XkLm90PzTa', razorpay_payment_id: 'pay_Q2b8Zc3VnR41sD' };
  await api.post('/user/verify', { ...verification, razorpay_signature: signature }, token);
  await api.post('/webhooks/razorpay', { event: 'payment.captured' }).set('x-razorpay-signature', signature);
  await api.logOut(token);
  const output = api.server.output();
  const [, payload = '', signed = ''] = token.split('.');
  const { JWT_SECRET, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET } = secrets;
  const hidden = [JWT_SECRET, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET, email, typed, payload, signed, signature];
  for (const secret of hidden) expect(output).not.toContain(secret);
  expect(output).not.toMatch(/eyJ[\w-]{10,}\.eyJ/);
  expect(output.split('\n').length).toBeGreaterThan(20);
});

test('secrets in what is logged by mistake, such as a whole request, are struck out', () => {
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
  const body = { email: 'kept', password: 'secret-1', currentPassword: 'secret-2', newPassword: 'secret-3' };
  const headers = { authorization: `Bearer ${token}`, cookie: `token=${token}`, host: 'kept' };
  const line = { ...body, body, headers, req: { headers, body }, reply: { token }, razorpay_signature: 'secret-4' };
  const write = `require('./apps/bff/src/log.ts').createLog('info').info(${JSON.stringify(line)}, 'by mistake')`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-r', 'tsx/cjs', '-e', write], {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toMatchObject({ msg: 'by mistake', email: 'kept', req: { headers: { host: 'kept' } } });
  expect(stdout).not.toMatch(/secret-\d|eyJ/);
});
