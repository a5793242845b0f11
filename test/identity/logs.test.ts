import { once } from 'node:events';
import supertest from 'supertest';
import { newEmail, password } from '../support/api';
import { startApi, type TestApi } from './api';

const secrets = {
  JWT_SECRET: 'jwt-secret-that-must-not-be-logged-0123456789',
  RAZORPAY_KEY_ID: 'rzp_test_1DP5mmOlF5G5ag',
  RAZORPAY_KEY_SECRET: 'key-secret-that-must-not-be-logged',
  RAZORPAY_WEBHOOK_SECRET: 'webhook-secret-that-must-not-be-logged',
  RAZORPAY_API_URL: 'http://localhost:1',
};

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ ...secrets, THROTTLE: 'on', LOG_LEVEL: 'trace' });
});
afterAll(() => api.close());

interface Line {
  event?: string;
  requestId?: string;
  [field: string]: unknown;
}

/** The lines that `work` writes, up to the line `until`, which may follow the reply. */
async function linesOf(work: () => PromiseLike<unknown>, until: (line: Line) => boolean): Promise<Line[]> {
  const before = api.server.output().length;
  await work();
  const written = () =>
    api.server
      .output()
      .slice(before)
      .match(/^.+(?=\n)/gm);
  const lines = () => (written() ?? []).map((line): Line => JSON.parse(line));
  while (!lines().some(until)) await once(api.server.child, 'printed');
  return lines();
}

async function eventOf(event: string, work: () => PromiseLike<unknown>): Promise<Line> {
  const found = (await linesOf(work, (line) => line.event === event)).filter((line) => line.event === event);
  expect(found).toMatchObject([{ requestId: expect.stringMatching(/^req-/), address: expect.any(String) }]);
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
  const fields = { userId: logout.userId, address: expect.any(String) };
  for (const each of [{ code: 'order_not_found' }, { event: 'request' }])
    expect(lines).toEqual(expect.arrayContaining([expect.objectContaining({ ...fields, ...each })]));
});

test('a forwarded address without TRUST_PROXY is ignored, with one warning; a throttled call is one line', async () => {
  const email = newEmail();
  const logIn = (each: number) => api.logIn(email).set('x-forwarded-for', `203.0.113.${each}`);
  for (let each = 0; each < 10; each += 1) await logIn(each).expect(401);
  const line = await eventOf('throttled', () => logIn(10).expect(429));
  expect(line.limit).toBe('login_account');
  const warnings = api.server.output().match(/"forwarded_header_ignored"[^\n]*TRUST_PROXY/g);
  expect(warnings).toHaveLength(1);
});

test('the request id in a failure finds its lines, also those about the payment provider', async () => {
  let id = '';
  const order = async () => {
    id = (await api.createOrder().expect(503)).body.requestId;
  };
  const lines = await linesOf(order, ({ event, requestId }) => event === 'request' && requestId === id);
  const called = { event: 'provider_call', operation: 'POST /v1/orders', error: 'ECONNREFUSED', level: 'info' };
  for (const each of [called, { level: 'error', code: 'provider_unavailable' }])
    expect(lines).toEqual(expect.arrayContaining([expect.objectContaining({ ...each, requestId: id })]));
});

test('no secret, token, password, signature or address of a person is ever logged', async () => {
  const { email, token } = await api.newPerson();
  const typed = 'a password that must not be logged';
  const signature = '9e2f0f4b1d6c5a80b7c3e3f5a1d9c24078a4f6d2ce6f9a35b1c7d8e0f1a2b3c4';
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
});
