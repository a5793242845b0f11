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
async function choose(fields: Fields): Promise<Fields> {
  const body = new URLSearchParams({ ...request, ...fields });
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

  it('sends errors back in the fragment, but redirects to no unknown callback', async () => {
    const denied = { error: 'access_denied', error_description: expect.any(String), state: 'state-1' };
    expect(await choose({ person: 'none' })).toEqual(denied);
    const error = { error: 'unsupported_response_type', state: 'state-1' };
    expect(fragmentOf(await authorize({ response_type: 'code' }))).toMatchObject(error);
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

test('keys rotate on request: the old one stays published until it is dropped', async () => {
  const { access_token: old } = await choose(asha);
  const [key] = await publishedKeys();
  expect(Object.keys(key ?? {}).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']); // nothing private
  await partner.call('POST', '/control/idp/rotate');
  const { access_token: fresh } = await choose(asha);
  expect([await isSigned(old), await isSigned(fresh)]).toEqual([true, true]);
  await partner.call('POST', '/control/idp/rotate', { keepOld: false });
  expect([await isSigned(old), (await publishedKeys()).length]).toEqual([false, 1]);
});

test('a fault of the identity provider lasts until it is cleared, and a token is made to order', async () => {
  const audience = async () => part((await choose(asha)).access_token, 1).aud;
  await partner.call('POST', '/control/idp/faults', { fault: 'wrong_audience' });
  expect(await audience()).toBe('another-api');
  await partner.call('DELETE', '/control/idp/faults');
  expect(await audience()).toEqual(expect.any(Array));
  const mint = async (order: Json) =>
    (await partner.call<{ access_token: string }>('POST', '/control/idp/token', order)).access_token;
  const token = await mint({ claims: { aud: 'x' }, without: ['exp'] });
  expect(part(token, 1)).toMatchObject({ aud: 'x' });
  expect(part(token, 1)).not.toHaveProperty('exp');
  expect([await isSigned(token), await isSigned(await mint({ key: 'unpublished' }))]).toEqual([true, false]);
});
