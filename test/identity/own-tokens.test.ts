import { apiOf, password } from '../support/api';
import { sharedProduct, sharedSettings } from '../support/shared-product';
import { hs256, type Json, now, payloadOf, withSignature } from './jwt';

const { url } = sharedProduct;
const api = apiOf(sharedProduct);
const secret = sharedSettings.JWT_SECRET;
let good: Json;
beforeAll(async () => {
  good = payloadOf((await api.newPerson()).token);
});

const header = { alg: 'HS256', typ: 'JWT' };
const signed = (changes: Json, head: Json = header, key = secret) => hs256(head, { ...good, ...changes }, key);

test('a token of ours names issuer, audience, subject and id, and is valid for an hour', async () => {
  expect(good).toMatchObject({ iss: url, aud: 'novacore-api', sub: expect.any(String), jti: expect.any(String) });
  expect((good.exp as number) - (good.iat as number)).toBe(60 * 60);
  await api.me(signed({})).expect(200);
});

test('a token that is not ours, not valid now or not for this API is refused', async () => {
  const tokens: Record<string, string> = {
    'alg none': withSignature({ alg: 'none' }, good, ''),
    'alg nOnE, with a signature': withSignature({ alg: 'nOnE' }, good, 'e30'),
    HS512: hs256({ alg: 'HS512' }, good, secret, 'sha512'),
    RS256: signed({}, { alg: 'RS256', kid: 'key-1' }),
    'another secret': signed({}, header, 'another secret with more than 32 bytes in it'),
    'an empty secret': signed({}, header, ''),
    'another issuer': signed({ iss: 'http://localhost:1' }),
    'another audience': signed({ aud: 'novacore-web' }),
    'no subject': signed({ sub: undefined }),
    'a subject that is no id': signed({ sub: "x' OR 1=1 --" }),
    'a subject that no person has': signed({ sub: '01a1fca2-0000-7000-8000-000000000000' }),
    'no expiry': signed({ exp: undefined }),
    expired: signed({ iat: now() - 7_200, exp: now() - 60 }),
    'issued in the future': signed({ iat: now() + 60 }),
    'not yet valid': signed({ nbf: now() + 60 }),
    'another generation': signed({ generation: 0 }),
    'no generation': signed({ generation: undefined }),
    'a critical extension': signed({}, { ...header, crit: ['exp'] }),
  };
  for (const [name, token] of Object.entries(tokens))
    expect([name, (await api.me(token)).body]).toMatchObject([name, { status: 401, code: 'token_invalid' }]);
});

test('a token is read from the Authorization header alone', async () => {
  const { token } = await api.newPerson();
  const missing = { status: 401, code: 'token_missing' };
  expect((await api.get(`/user/me?access_token=${token}`)).body).toMatchObject(missing);
  expect((await api.get('/user/me').set({ cookie: `token=${token}` })).body).toMatchObject(missing);
  const inBody = { token, currentPassword: password, newPassword: 'eight cells and one core' };
  expect((await api.post('/auth/password', inBody)).body).toMatchObject(missing);
  for (const authorization of ['Basic YTpi', 'Bearer ', `Bearer ${token}, Bearer ${token}`]) {
    const { body } = await api.get('/user/me').set({ authorization });
    expect([authorization, body]).toMatchObject([authorization, { status: 401, code: 'token_invalid' }]);
  }
});

test('logging out ends that one token and no other', async () => {
  const { email, token } = await api.newPerson();
  const other = await api.newToken(email);
  await api.logOut(token).expect(204);
  await api.me(token).expect(401);
  await api.me(other).expect(200);
});

test('a token logged out within the clock tolerance stays out after later log-outs', async () => {
  const [token, other] = [signed({ exp: now() - 3 }), (await api.newPerson()).token];
  await api.me(token).expect(200);
  await api.logOut(token).expect(204);
  await api.logOut(other).expect(204);
  await api.me(token).expect(401);
});

const newPassword = 'eight cells and one core';
const change = (token: string) => api.post('/auth/password', { currentPassword: password, newPassword }, token);

test('changing the password ends all other tokens, also within the same second', async () => {
  const { email, token } = await api.newPerson();
  const other = await api.newToken(email);
  const changed = await change(token).expect(200);
  for (const old of [token, other]) await api.me(old).expect(401);
  await api.me(changed.body.token).expect(200);
  await api.logIn(email).expect(401);
  await api.me(await api.newToken(email, newPassword)).expect(200);
});

test('no log-in with the old password outlives a change, however close they come', async () => {
  const { email, token } = await api.newPerson();
  const [changed, ...logIns] = await Promise.all([
    change(token),
    ...Array.from({ length: 12 }, () => api.logIn(email)),
  ]);
  expect(changed?.status).toBe(200);
  const tokens = logIns.filter(({ status }) => status === 200).map((reply) => reply.body.token);
  expect(await Promise.all(tokens.map(async (each) => (await api.me(each)).status))).toEqual(tokens.map(() => 401));
});

test('one of two password changes at the same time succeeds', async () => {
  const { token } = await api.newPerson();
  const statuses = (await Promise.all([change(token), change(token)])).map(({ status }) => status).sort();
  expect(statuses[0]).toBe(200);
  expect([401, 403]).toContain(statuses[1]);
});
