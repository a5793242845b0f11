import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import supertest from 'supertest';
import { asCaller, logIn, me, newPerson, password, post, startApi, type TestApi } from './api';
import { hs256, type Json, now, payloadOf, withSignature } from './jwt';

const secret = 'a secret of the test run, with more than 32 bytes';
let api: TestApi;
let good: Json;

beforeAll(async () => {
  api = await startApi({ JWT_SECRET: secret });
  good = payloadOf((await newPerson(api.url)).token);
});
afterAll(() => api.close());

const header = { alg: 'HS256', typ: 'JWT' };
const signed = (changes: Json, head: Json = header, key = secret) => hs256(head, { ...good, ...changes }, key);

test('our tokens name issuer, audience, subject, an id, and when they began and end', () => {
  expect(good).toMatchObject({ iss: api.url, aud: 'novacore-api', sub: expect.any(String), jti: expect.any(String) });
  expect((good.exp as number) - (good.iat as number)).toBe(60 * 60);
});

test('a token of the right making is let in', () => me(api.url, signed({})).expect(200));

const refused: [string, () => string][] = [
  ...['none', 'None', 'NONE', 'nOnE'].flatMap((alg): [string, () => string][] => [
    [`alg ${alg} without a signature part`, () => withSignature({ alg }, good, '')],
    [`alg ${alg} with some signature`, () => withSignature({ alg }, good, 'e30')],
  ]),
  ['HS512', () => hs256({ alg: 'HS512' }, good, secret, 'sha512')],
  ['RS256', () => signed({}, { alg: 'RS256', kid: 'key-1' })],
  ['another secret', () => signed({}, header, 'another secret with more than 32 bytes in it')],
  ['an empty secret', () => signed({}, header, '')],
  ['another issuer', () => signed({ iss: 'http://localhost:1' })],
  ['the issuer with a slash', () => signed({ iss: `${good.iss}/` })],
  ['another audience', () => signed({ aud: 'novacore-web' })],
  ['no subject', () => signed({ sub: undefined })],
  ['an object as subject', () => signed({ sub: { not: null } })],
  ['a subject that is no id', () => signed({ sub: "x' OR 1=1 --" })],
  ['a subject that nobody has', () => signed({ sub: '01a1fca2-0000-7000-8000-000000000000' })],
  ['no expiry', () => signed({ exp: undefined })],
  ['expired', () => signed({ iat: now() - 7_200, exp: now() - 60 })],
  ['issued in the future', () => signed({ iat: now() + 60 })],
  ['issued before there was time', () => signed({ iat: -1 })],
  ['not yet valid', () => signed({ nbf: now() + 60 })],
  ['another generation', () => signed({ generation: 0 })],
  ['no generation', () => signed({ generation: undefined })],
  ['a critical extension', () => signed({}, { ...header, crit: ['exp'] })],
];

test.each(refused)('refused: %s', async (_, make) => {
  const reply = await me(api.url, make());
  expect({ status: reply.status, code: reply.body.code }).toEqual({ status: 401, code: 'token_invalid' });
});

test('a token is read from the Authorization header alone', async () => {
  const { token } = await newPerson(api.url);
  const missing = { status: 401, code: 'token_missing' };
  expect((await supertest(api.url).get('/api/user/me').set('cookie', `token=${token}`)).body).toMatchObject(missing);
  for (const name of ['token', 'access_token', 'auth_token', 'authorization']) {
    const reply = await supertest(api.url)
      .get('/api/user/me')
      .query({ [name]: token });
    expect(reply.body).toMatchObject(missing);
  }
  expect((await supertest(api.url).get('/api/user/me').set('x-access-token', token)).body).toMatchObject(missing);
  const inBody = { access_token: token, token, currentPassword: password, newPassword: 'eight cells and one core' };
  expect((await post(api.url, '/auth/password', inBody)).body).toMatchObject(missing);
});

test.each([
  'Basic YTpi',
  'Bearer',
  'Bearer ',
  'Token x',
  'Bearer a b',
  'Bearer null',
  'Bearer ..',
  'Bearer a.b.c, Bearer d.e.f',
])('refused as a header: %s', async (authorization) => {
  const reply = await supertest(api.url).get('/api/user/me').set('authorization', authorization);
  expect(reply.body).toMatchObject({ status: 401, code: 'token_invalid' });
});

test('logging out ends that one token and no other', async () => {
  const { email, token } = await newPerson(api.url);
  const other = await logIn(api.url, email);
  await asCaller(api.url, '/auth/logout', token).expect(204);
  await me(api.url, token).expect(401);
  await me(api.url, other).expect(200);
  expect((await asCaller(api.url, '/auth/logout', token)).body).toMatchObject({ code: 'token_invalid' });
});

test('a token that is logged out in the seconds that clocks may differ stays out, whoever logs out next', async () => {
  const { token, other } = { token: signed({ exp: now() - 3 }), other: (await newPerson(api.url)).token };
  await me(api.url, token).expect(200);
  await asCaller(api.url, '/auth/logout', token).expect(204);
  await asCaller(api.url, '/auth/logout', other).expect(204);
  await me(api.url, token).expect(401);
});

test('changing the password ends all tokens but the new one, within the same second too', async () => {
  const { email, token } = await newPerson(api.url);
  const other = await logIn(api.url, email);
  const body = { currentPassword: password, newPassword: 'eight cells and one core' };
  const changed = await asCaller(api.url, '/auth/password', token, body).expect(200);
  await me(api.url, token).expect(401);
  await me(api.url, other).expect(401);
  await me(api.url, changed.body.token).expect(200);
  await post(api.url, '/auth/login', { email, password }).expect(401);
  await me(api.url, await logIn(api.url, email, body.newPassword)).expect(200);
});

test('no log-in with the old password outlives a change, however close they come', async () => {
  const { email, token } = await newPerson(api.url);
  const body = { currentPassword: password, newPassword: 'eight cells and one core' };
  const [changed, ...logIns] = await Promise.all([
    asCaller(api.url, '/auth/password', token, body),
    ...Array.from({ length: 12 }, () => post(api.url, '/auth/login', { email, password })),
  ]);
  expect(changed?.status).toBe(200);
  const tokens = logIns.filter(({ status }) => status === 200).map((reply) => reply.body.token);
  expect(await Promise.all(tokens.map(async (each) => (await me(api.url, each)).status))).toEqual(
    tokens.map(() => 401),
  );
});

test('of two password changes at once one counts', async () => {
  const { token } = await newPerson(api.url);
  const changes = ['first of two new words', 'second of two new words'].map((newPassword) =>
    asCaller(api.url, '/auth/password', token, { currentPassword: password, newPassword }),
  );
  const statuses = (await Promise.all(changes)).map(({ status }) => status).sort();
  expect(statuses[0]).toBe(200);
  expect([401, 403]).toContain(statuses[1]);
});

test('a wrong current password changes nothing', async () => {
  const { token } = await newPerson(api.url);
  const body = { currentPassword: 'not the one', newPassword: 'eight cells and one core' };
  const reply = await asCaller(api.url, '/auth/password', token, body);
  expect(reply.body).toMatchObject({ status: 403, code: 'credentials_invalid' });
  expect(reply.body).not.toHaveProperty('message');
  await me(api.url, token).expect(200);
});

test('the secret is made once, kept from other users of the machine, and never printed', async () => {
  const own = await startApi();
  const file = join(own.database.env.DATA_DIR as string, 'jwt-secret');
  expect(readFileSync(file, 'utf8').length).toBeGreaterThanOrEqual(64);
  expect(own.server.output()).not.toContain(readFileSync(file, 'utf8'));
  await own.close();
});
