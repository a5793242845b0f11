import { constants, generateKeyPairSync } from 'node:crypto';
import { startApi, type TestApi } from './api';
import { hs256, type Json, now, rs256, withSignature } from './jwt';
import { audience, clientId, startProvider, type TestProvider } from './provider';

let provider: TestProvider;
/** Another provider, with its own keys. */
let stranger: TestProvider;
let api: TestApi;

beforeAll(async () => {
  [provider, stranger] = await Promise.all([startProvider(), startProvider()]);
  api = await startApi(provider.env);
});
afterAll(async () => {
  await api.close();
  await Promise.all([provider.close(), stranger.close()]);
});

const header = () => ({ alg: 'RS256', typ: 'JWT', kid: provider.key.kid });
const publicPem = () => provider.key.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
const foreignJwk = foreign.publicKey.export({ format: 'jwk' });
const signed = (head: Json, changes?: Json) => rs256(head, provider.claims(changes), provider.key.privateKey);
const forged = (head: Json) => rs256({ ...header(), ...head }, provider.claims(), foreign.privateKey);
const strangersKeys = () => `${stranger.issuer}.well-known/jwks.json`;
/** Makes a token whose header names the URL of its key. The stranger serves that key under `kid` from then on. */
const pointing = (name: string, kid: string) => () => {
  stranger.key.kid = kid;
  return rs256({ ...header(), kid, [name]: strangersKeys() }, provider.claims(), stranger.key.privateKey);
};

test("an access token of the identity provider is accepted, and its person's id stays the same", async () => {
  const first = await api.me(provider.token()).expect(200);
  const second = await api.me(provider.token({ iat: now() - 1 })).expect(200);
  expect(second.body).toEqual(first.body);
  expect(first.body).toMatchObject({ email: null, hasPassword: false });
});

test('a person is (issuer, subject): two subjects with one e-mail address are two people', async () => {
  const email = 'shared@lab.example';
  const github = await api.me(provider.token({ sub: 'github|7', email, email_verified: true })).expect(200);
  const google = await api.me(provider.token({ sub: 'google-oauth2|7', email, email_verified: true })).expect(200);
  expect(github.body).toMatchObject({ email, hasPassword: false });
  expect(google.body.id).not.toBe(github.body.id);
});

test('the e-mail address is the last one that the provider has verified', async () => {
  const emailAfter = async (claims: object) =>
    (await api.me(provider.token({ sub: 'github|moves', ...claims })).expect(200)).body.email;
  for (const email_verified of [false, 'false', null])
    expect(await emailAfter({ email: 'doubted@lab.example', email_verified })).toBeNull();
  // No email can be sent to this address.
  expect(await emailAfter({ email: 'two..dots@lab.example', email_verified: true })).toBeNull();
  expect(await emailAfter({ email: 'one@lab.example' })).toBeNull();
  expect(await emailAfter({ email: 'two@lab.example', email_verified: true })).toBe('two@lab.example');
  expect(await emailAfter({})).toBe('two@lab.example');
});

test('the e-mail address of a password account does not open it from outside', async () => {
  const victim = await api.newPerson();
  const owner = await api.me(victim.token).expect(200);
  const other = await api.me(provider.token({ sub: 'github|666', email: victim.email })).expect(200);
  expect(other.body.id).not.toBe(owner.body.id);
});

test('clocks may differ by a minute', async () => {
  await api.me(provider.token({ iat: now() + 55, nbf: now() + 55 })).expect(200);
  await api.me(provider.token({ exp: now() - 55 })).expect(200);
});

const hmac = (key: string, head: Json = {}) => hs256({ ...header(), alg: 'HS256', ...head }, provider.claims(), key);
const rsa = (head: unknown, payload: unknown, ...options: [hash?: string, padding?: number]) =>
  rs256(head, payload, provider.key.privateKey, ...options);

/** Tokens by their fault. */
const wrongSignatures = (): Record<string, string | (() => string)> => ({
  'alg none': withSignature({ ...header(), alg: 'none' }, provider.claims(), ''),
  'alg nOnE, with a signature': withSignature({ ...header(), alg: 'nOnE' }, provider.claims(), 'c2lnbmF0dXJl'),
  'HS256 with the public key as PEM': hmac(publicPem()),
  'HS256 with an empty key': hmac(''),
  'RS256 in the header, an HMAC with the public key as signature': hmac(publicPem(), { alg: 'RS256' }),
  RS384: rsa({ ...header(), alg: 'RS384' }, provider.claims(), 'sha384'),
  PS256: rsa({ ...header(), alg: 'PS256' }, provider.claims(), 'sha256', constants.RSA_PKCS1_PSS_PADDING),
  'another key under a known key id': forged({}),
  'another key, its key id unknown': forged({ kid: 'stranger' }),
  'the key in the header (jwk), under its own id': forged({ kid: 'mine', jwk: { ...foreignJwk, kid: 'mine' } }),
  'the key at a URL in the header (jku), under its own id': pointing('jku', 'mine'),
  'the key at a URL in the header (x5u)': pointing('x5u', 'mine'),
  'the key at a URL as key id': pointing('jku', strangersKeys()),
  'a path in the key id': forged({ kid: '../../../../dev/null' }),
  'an object as key id': forged({ kid: { toString: 'key-1' } }),
  'no key id': signed({ alg: 'RS256', typ: 'JWT' }),
  'a critical extension': signed({ ...header(), crit: ['b64'], b64: false }),
  'a header that is null': rsa('null', provider.claims()),
  'a signature over another payload': provider
    .token()
    .replace(/\.[^.]+\./, `.${provider.token({ sub: 'x' }).split('.')[1]}.`),
  'an opaque token': 'gho_16C7e42F292c6912E7710c838347Ae178B4a',
  'another provider’s token': stranger.token(),
});

/** Claims that are refused in a correctly signed token. */
const wrongClaims = (): Record<string, unknown[]> => ({
  iss: ['https://id.stranger.example/', provider.issuer.slice(0, -1), undefined, api.url],
  // An id token names the client. Naming this API too does not make it an access token.
  aud: ['https://other-api.example', undefined, [], clientId, [clientId, audience]],
  sub: [undefined, '', { $ne: null }, 1001, 'github|1001\u0000', '\ud800', 'x'.repeat(300)],
  exp: [undefined, '9999999999', 1e300, now() - 70],
  iat: [now() + 70, undefined],
  nbf: [now() + 70, 'now'],
});

async function expectRefused(name: string, token: string) {
  const { status, body, headers, text } = await api.me(token);
  const found = [name, status, body.code, headers['www-authenticate']];
  expect(found).toEqual([name, 401, 'token_invalid', 'Bearer error="invalid_token"']);
  expect(text).not.toMatch(/node_modules|at \w+ \(|JsonWebTokenError|jwt/i);
}

test('a token that the provider did not sign with RS256 and a key of its key set is refused', async () => {
  for (const [name, token] of Object.entries(wrongSignatures()))
    await expectRefused(name, typeof token === 'string' ? token : token());
  expect(stranger.fetches).toBe(0);
  await api.me(provider.token()).expect(200);
});

test('a signed token is refused unless it is a valid access token for this API', async () => {
  for (const [claim, values] of Object.entries(wrongClaims()))
    for (const value of values)
      await expectRefused(`${claim} ${JSON.stringify(value)}`, provider.token({ [claim]: value }));
  await expectRefused('a list of claims', rsa(header(), [provider.claims()]));
});

test("logging out ends an identity provider's token, also with its signature spelled another way", async () => {
  const token = provider.token({ sub: 'github|leaver' });
  await api.me(token).expect(200);
  await api.logOut(token).expect(204);
  await api.me(token).expect(401);
  const last = token.at(-1) as string;
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  await api.me(token.slice(0, -1) + alphabet[alphabet.indexOf(last) ^ 1]).expect(401);
});
