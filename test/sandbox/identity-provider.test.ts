import { ASHA, fragmentOf, isSignedBy, logInAt, part, REQUEST } from './identity-client';
import { useSandbox } from './partner';

const { sandbox, partner } = useSandbox();
const idp = logInAt(sandbox);
beforeEach(() => partner.call('POST', '/control/reset'));

describe('Log-in at the identity provider', () => {
  it('is found by discovery', async () => {
    const issuer = `${sandbox.url}/idp/`;
    expect(await partner.call('GET', '/idp/.well-known/openid-configuration')).toMatchObject({
      issuer,
      authorization_endpoint: `${issuer}authorize`,
      jwks_uri: `${issuer}.well-known/jwks.json`,
      userinfo_endpoint: `${issuer}userinfo`,
    });
  });

  it('gives a token for the API in the fragment, with the state that was sent', async () => {
    const answer = await idp.choose(ASHA);
    expect(answer).toMatchObject({ token_type: 'Bearer', expires_in: '7200', state: 'state-1', scope: REQUEST.scope });
    const claims = part(answer.access_token, 1);
    expect(part(answer.access_token, 0)).toEqual({ alg: 'RS256', typ: 'JWT', kid: expect.any(String) });
    expect(claims).toEqual({
      iss: `${sandbox.url}/idp/`,
      sub: expect.stringMatching(/^github\|\d{8}$/),
      aud: ['novacore-api', `${sandbox.url}/idp/userinfo`],
      iat: expect.any(Number),
      exp: Number(claims.iat) + 7200,
      scope: REQUEST.scope,
      azp: 'novacore-web',
      email: ASHA.person,
      email_verified: true,
    });
    expect(isSignedBy(await idp.publishedKeys(), answer.access_token)).toBe(true);
  });

  it('recognizes a person, and keeps the people of the two connections apart', async () => {
    const subject = async (fields: Record<string, string>, connection = 'github') =>
      part((await idp.choose({ person: 'typed', ...fields }, { connection })).access_token, 1).sub;
    const ravi = { email: 'ravi@partner.example', name: 'Ravi' };
    expect(await subject(ravi)).toBe(await subject({ ...ravi, email: 'Ravi@Partner.example' }));
    expect(await subject(ravi, 'google-oauth2')).toMatch(/^google-oauth2\|\d{21}$/);
    expect(await subject(ravi)).not.toBe(await subject({ ...ravi, email: 'meera@partner.example' }));
  });

  it('lets a person log in without an e-mail address', async () => {
    const { access_token } = await idp.choose({ person: 'typed', name: 'Nobody', email: '' });
    expect(part(access_token, 1)).not.toHaveProperty('email');
  });

  it('gives userinfo only to the holder of a token', async () => {
    const { access_token } = await idp.choose(ASHA);
    const ask = (token: string) =>
      fetch(`${sandbox.url}/idp/userinfo`, { headers: { authorization: `Bearer ${token}` } });
    expect(await (await ask(String(access_token))).json()).toMatchObject({ name: 'Asha Rao', email: ASHA.person });
    expect((await ask(`${access_token}x`)).status).toBe(401);
    expect((await ask('')).status).toBe(401);
  });

  it('without an audience gives an opaque token, good for userinfo alone', async () => {
    const { access_token } = await idp.choose(ASHA, { audience: '' });
    expect(access_token?.split('.')).toHaveLength(1);
    const userinfo = await fetch(`${sandbox.url}/idp/userinfo`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    expect(await userinfo.json()).toMatchObject({ email: ASHA.person });
  });

  it('that is denied says so in the fragment', async () => {
    expect(await idp.choose({ person: 'nobody' })).toEqual({
      error: 'access_denied',
      error_description: expect.any(String),
      state: 'state-1',
    });
  });

  it('with a wrong parameter is sent back with an error', async () => {
    const wrong = [
      ['response_type', 'code', 'unsupported_response_type'],
      ['connection', 'myspace', 'invalid_request'],
      ['audience', 'another-api', 'access_denied'],
    ] as const;
    for (const [name, value, error] of wrong)
      expect(fragmentOf(await idp.authorize({ [name]: value }))).toMatchObject({ error, state: 'state-1' });
  });

  it('with an unknown client or callback shows a page and redirects nowhere', async () => {
    const elsewhere = [
      'https://elsewhere.example/callback',
      'http://localhost:3000/elsewhere',
      'http://localhost@elsewhere.example/callback',
      '',
    ];
    for (const change of [{ client_id: 'another' }, ...elsewhere.map((redirect_uri) => ({ redirect_uri }))]) {
      const { status, headers } = await idp.authorize(change);
      expect([change, status, headers.get('location')]).toEqual([change, 400, null]);
    }
  });

  it('shows its parameters as text only', async () => {
    const page = await (await idp.authorize({ state: '"><script>alert(1)</script>' })).text();
    expect(page).toContain('&quot;&gt;&lt;script&gt;');
    expect(page).not.toContain('<script>');
  });
});
