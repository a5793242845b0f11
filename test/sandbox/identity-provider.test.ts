import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { type Json, useSandbox } from './partner';

type Jwk = JsonWebKey & { kid: string };
type Fields = Record<string, string>;

const { sandbox, partner } = useSandbox();
beforeEach(() => partner.call('POST', '/control/reset'));

const request = {
  response_type: 'token',
  client_id: 'novacore-web',
  redirect_uri: 'http://localhost:3000/callback',
  connection: 'github',
  audience: 'novacore-api',
  scope: 'openid email profile',
  state: 'state-1',
};
/** The form of the button "Continue as Asha Rao". */
const asha = { person: 'asha.rao@partner.example' };

/** The fields of the fragment with which the browser is sent back. */
function fragmentOf(response: Response): Fields {
  const location = response.headers.get('location') ?? '';
  expect(location).toMatch(new RegExp(`^${request.redirect_uri}#`));
  return Object.fromEntries(new URLSearchParams(location.split('#')[1]));
}
const authorize = (change: Fields) =>
  fetch(`${sandbox.url}/idp/authorize?${new URLSearchParams({ ...request, ...change })}`, { redirect: 'manual' });
/** Sends the form of the log-in page. */
async function choose(fields: Fields, change: Fields = {}): Promise<Fields> {
  const body = new URLSearchParams({ ...request, ...change, ...fields });
  return fragmentOf(await fetch(`${sandbox.url}/idp/authorize`, { method: 'POST', body, redirect: 'manual' }));
}
const publishedKeys = async () => (await partner.call<{ keys: Jwk[] }>('GET', '/idp/.well-known/jwks.json')).keys;

/** The header (0) or the claims (1) of a token. */
const part = (token: string | undefined, index: 0 | 1): Json =>
  JSON.parse(Buffer.from(token?.split('.')[index] ?? '', 'base64url').toString());

async function isSigned(token = ''): Promise<boolean> {
  const [header, claims, signature = ''] = token.split('.');
  const jwk = (await publishedKeys()).find(({ kid }) => kid === part(token, 0).kid);
  if (!jwk) return false;
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  return verify('sha256', Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url'));
}
const userinfo = (token?: string) =>
  fetch(`${sandbox.url}/idp/userinfo`, { headers: { authorization: `Bearer ${token}` } });

describe('Log-in at the identity provider', () => {
  it('gives a token for the API in the fragment, with the state that was sent', async () => {
    const answer = await choose(asha);
    expect(answer).toMatchObject({ token_type: 'Bearer', expires_in: '7200', state: 'state-1', scope: request.scope });
    const claims = part(answer.access_token, 1);
    expect(part(answer.access_token, 0)).toEqual({ alg: 'RS256', typ: 'JWT', kid: expect.any(String) });
    expect(claims).toEqual({
      iss: `${sandbox.url}/idp/`,
      sub: expect.stringMatching(/^github\|\d{8}$/),
      aud: ['novacore-api', `${sandbox.url}/idp/userinfo`],
      iat: expect.any(Number),
      exp: Number(claims.iat) + 7200,
      scope: request.scope,
      azp: 'novacore-web',
      email: asha.person,
      email_verified: true,
    });
    expect(await isSigned(answer.access_token)).toBe(true);
    expect(await (await userinfo(answer.access_token)).json()).toMatchObject({ name: 'Asha Rao', email: asha.person });
    expect((await userinfo(`${answer.access_token}x`)).status).toBe(401);
  });

  it('without an audience gives an opaque token, good for userinfo alone', async () => {
    const { access_token } = await choose(asha, { audience: '' });
    expect(access_token?.split('.')).toHaveLength(1);
    expect(await (await userinfo(access_token)).json()).toMatchObject({ email: asha.person });
  });

  it('sends errors back in the fragment, but redirects to no unknown callback', async () => {
    const denied = { error: 'access_denied', error_description: expect.any(String), state: 'state-1' };
    expect(await choose({ person: 'none' })).toEqual(denied);
    const wrong = [
      ['response_type', 'code', 'unsupported_response_type'],
      ['connection', 'myspace', 'invalid_request'],
      ['audience', 'another-api', 'access_denied'],
    ] as const;
    for (const [name, value, error] of wrong)
      expect(fragmentOf(await authorize({ [name]: value }))).toMatchObject({ error, state: 'state-1' });
    const callbacks = ['https://elsewhere.example/callback', 'http://localhost@elsewhere.example/callback', ''];
    for (const change of [{ client_id: 'another' }, ...callbacks.map((redirect_uri) => ({ redirect_uri }))]) {
      const { status, headers } = await authorize(change);
      expect([change, status, headers.get('location')]).toEqual([change, 400, null]);
    }
  });

  it('shows its parameters as text only', async () => {
    const page = await (await authorize({ state: '"><script>alert(1)</script>' })).text();
    expect(page).toContain('&quot;&gt;&lt;script&gt;');
    expect(page).not.toContain('<script>');
  });
});

describe('The keys of the identity provider', () => {
  it('rotate on request: the old one stays published until it is dropped', async () => {
    const { access_token: old } = await choose(asha);
    const [key] = await publishedKeys();
    expect(Object.keys(key ?? {}).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']); // nothing private
    await partner.call('POST', '/control/idp/rotate');
    const { access_token: fresh } = await choose(asha);
    expect([await isSigned(old), await isSigned(fresh)]).toEqual([true, true]);
    await partner.call('POST', '/control/idp/rotate', { keepOld: false });
    expect([await isSigned(old), (await publishedKeys()).length]).toEqual([false, 1]);
  });
});

test('each fault of the identity provider lasts until it is cleared', async () => {
  const claims = async () => part((await choose(asha)).access_token, 1);
  const ask = (fault: string) => partner.call('POST', '/control/idp/faults', { fault });
  await ask('wrong_audience');
  expect(await claims()).toMatchObject({ aud: 'another-api' });
  await ask('wrong_issuer');
  expect(await claims()).toMatchObject({ iss: 'https://elsewhere.example/' });
  await ask('expired');
  expect(Number((await claims()).exp)).toBeLessThan(Date.now() / 1000);
  await ask('opaque_token');
  expect((await choose(asha)).access_token?.split('.')).toHaveLength(1);
  await ask('jwks_down');
  await expect(publishedKeys()).rejects.toThrow('503');
  await partner.call('DELETE', '/control/idp/faults');
  expect(await publishedKeys()).toHaveLength(1);
  expect(await claims()).toMatchObject({ iss: `${sandbox.url}/idp/`, aud: expect.any(Array) });
});

test('a token made to order has the claims, the header and the signature that were asked for', async () => {
  const mint = async (order: Json) =>
    (await partner.call<{ access_token: string }>('POST', '/control/idp/token', order)).access_token;
  const token = await mint({ claims: { aud: 'x' }, header: { jku: 'https://elsewhere.example' }, without: ['exp'] });
  expect(part(token, 1)).toMatchObject({ aud: 'x' });
  expect(part(token, 1)).not.toHaveProperty('exp');
  expect(part(token, 0)).toMatchObject({ alg: 'RS256', jku: 'https://elsewhere.example' });
  expect(await isSigned(token)).toBe(true);
  expect(await isSigned(await mint({ key: 'unpublished' }))).toBe(false);
  for (const [signing, alg] of [
    ['none', 'none'],
    ['public_key_as_hmac', 'HS256'],
  ] as const)
    expect(part(await mint({ signing }), 0).alg).toBe(alg);
});
