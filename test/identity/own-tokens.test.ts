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
    HS512: hs256({ alg: 'HS512' }, good, secret, 'sha512'),
    RS256: signed({}, { alg: 'RS256', kid: 'key-1' }),
    'another secret': signed({}, header, 'another secret with more than 32 bytes in it'),
    'an empty secret': signed({}, header, ''),
    'another issuer': signed({ iss: 'http://localhost:1' }),
    'the issuer with a slash': signed({ iss: `${good.iss}/` }),
    'another audience': signed({ aud: 'novacore-web' }),
    'no subject': signed({ sub: undefined }),
    'an object as subject': signed({ sub: { not: null } }),
    'a subject that is no id': signed({ sub: "x' OR 1=1 --" }),
    'a subject that no person has': signed({ sub: '01a1fca2-0000-7000-8000-000000000000' }),
    'no expiry': signed({ exp: undefined }),
    expired: signed({ iat: now() - 7_200, exp: now() - 60 }),
    'issued in the future': signed({ iat: now() + 60 }),
    'issued before 1970': signed({ iat: -1 }),
    'not yet valid': signed({ nbf: now() + 60 }),
    'another generation': signed({ generation: 0 }),
    'no generation': signed({ generation: undefined }),
    'a critical extension': signed({}, { ...header, crit: ['exp'] }),
  };
  for (const alg of ['none', 'None', 'NONE', 'nOnE'])
    for (const signature of ['', 'e30']) tokens[`alg ${alg} ${signature}`] = withSignature({ alg }, good, signature);
  for (const [name, token] of Object.entries(tokens))
    expect([name, (await api.me(token)).body]).toMatchObject([name, { status: 401, code: 'token_invalid' }]);
});

test('a token is read from the Authorization header alone', async () => {
  const { token } = await api.newPerson();
  const missing = { status: 401, code: 'token_missing' };
  for (const name of ['token', 'access_token', 'auth_token', 'authorization'])
    expect((await api.get(`/user/me?${name}=${token}`)).body).toMatchObject(missing);
  for (const header of [{ cookie: `token=${token}` }, { 'x-access-token': token }])
    expect((await api.get('/user/me').set(header)).body).toMatchObject(missing);
  const inBody = { access_token: token, token, currentPassword: password, newPassword: 'eight cells and one core' };
  expect((await api.post('/auth/password', inBody)).body).toMatchObject(missing);
});

test('an Authorization header that is not one bearer token is refused', async () => {
  const headers = ['Basic YTpi', 'Bearer', 'Bearer ', 'Token x', 'Bearer a b', 'Bearer null', 'Bearer ..'];
  for (const authorization of [...headers, 'Bearer a.b.c, Bearer d.e.f']) {
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

test('changing the password ends all other tokens, also within the same second', async () => {
  const { email, token } = await api.newPerson();
  const other = await api.newToken(email);
  const body = { currentPassword: password, newPassword: 'eight cells and one core' };
  const changed = await api.post('/auth/password', body, token).expect(200);
  await api.me(token).expect(401);
  await api.me(other).expect(401);
  await api.me(changed.body.token).expect(200);
  await api.logIn(email).expect(401);
  await api.me(await api.newToken(email, body.newPassword)).expect(200);
});

test('no log-in with the old password outlives a change, however close they come', async () => {
  const { email, token } = await api.newPerson();
  const body = { currentPassword: password, newPassword: 'eight cells and one core' };
  const [changed, ...logIns] = await Promise.all([
    api.post('/auth/password', body, token),
    ...Array.from({ length: 12 }, () => api.logIn(email)),
  ]);
  expect(changed?.status).toBe(200);
  const tokens = logIns.filter(({ status }) => status === 200).map((reply) => reply.body.token);
  expect(await Promise.all(tokens.map(async (each) => (await api.me(each)).status))).toEqual(tokens.map(() => 401));
});

test('one of two password changes at the same time succeeds', async () => {
  const { token } = await api.newPerson();
  const changes = ['first of two new words', 'second of two new words'].map((newPassword) =>
    api.post('/auth/password', { currentPassword: password, newPassword }, token),
  );
  const statuses = (await Promise.all(changes)).map(({ status }) => status).sort();
  expect(statuses[0]).toBe(200);
  expect([401, 403]).toContain(statuses[1]);
});
