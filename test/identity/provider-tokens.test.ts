import { constants, generateKeyPairSync } from 'node:crypto';
import { asCaller, me, newPerson, startApi, type TestApi } from './api';
import { hs256, type Json, now, rs256, withSignature } from './jwt';
import { audience, clientId, startProvider, type TestProvider } from './provider';

let provider: TestProvider;
/** Has keys of its own, and serves them to whoever asks. */
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
const publicJwk = () => provider.key.publicKey.export({ format: 'jwk' });
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
const foreignJwk = foreign.publicKey.export({ format: 'jwk' });
const signed = (head: Json, changes?: Json) => rs256(head, provider.claims(changes), provider.key.privateKey);
const forged = (head: Json) => rs256({ ...header(), ...head }, provider.claims(), foreign.privateKey);
const strangersKeys = () => `${stranger.issuer}.well-known/jwks.json`;
/** Names an address at which the key that it is signed with can be had. */
const pointing = (name: string, kid: string) => {
  stranger.key.kid = kid;
  return rs256({ ...header(), kid, [name]: strangersKeys() }, provider.claims(), stranger.key.privateKey);
};

test("an access token of the identity provider is let in, and its person's id stays the same", async () => {
  const first = await me(api.url, provider.token()).expect(200);
  const second = await me(api.url, provider.token({ iat: now() - 1 })).expect(200);
  expect(second.body).toEqual(first.body);
  expect(first.body).toMatchObject({ email: null, hasPassword: false });
});

test('a person is (issuer, subject): two subjects with one e-mail address are two people', async () => {
  const email = 'shared@lab.example';
  const github = await me(api.url, provider.token({ sub: 'github|7', email, email_verified: true })).expect(200);
  const google = await me(api.url, provider.token({ sub: 'google-oauth2|7', email, email_verified: true })).expect(200);
  expect(github.body).toMatchObject({ email, hasPassword: false });
  expect(google.body.id).not.toBe(github.body.id);
});

test('the e-mail address is the one that the provider last told, if it vouches for it', async () => {
  const emailAfter = async (claims: object) =>
    (await me(api.url, provider.token({ sub: 'github|moves', ...claims })).expect(200)).body.email;
  for (const email_verified of [false, 'false', 'no', 0, null, '', {}])
    expect(await emailAfter({ email: 'doubted@lab.example', email_verified })).toBeNull();
  expect(await emailAfter({ email: 'one@lab.example' })).toBe('one@lab.example');
  expect(await emailAfter({ email: 'two@lab.example', email_verified: true })).toBe('two@lab.example');
  expect(await emailAfter({})).toBe('two@lab.example');
});

test('the e-mail address of a password account does not open it from outside', async () => {
  const victim = await newPerson(api.url);
  const owner = await me(api.url, victim.token).expect(200);
  const other = await me(api.url, provider.token({ sub: 'github|666', email: victim.email })).expect(200);
  expect(other.body.id).not.toBe(owner.body.id);
});

test('twenty first calls at once make one person', async () => {
  const token = provider.token({ sub: 'github|twenty' });
  const replies = await Promise.all(Array.from({ length: 20 }, () => me(api.url, token)));
  expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
});

test('clocks may differ by a few seconds', async () => {
  await me(api.url, provider.token({ iat: now() + 3, nbf: now() + 3 })).expect(200);
});

const refused: [string, () => string][] = [
  ...['none', 'None', 'NONE', 'nOnE'].flatMap((alg): [string, () => string][] => [
    [`alg ${alg} without a signature part`, () => withSignature({ ...header(), alg }, provider.claims(), '')],
    [`alg ${alg} with some signature`, () => withSignature({ ...header(), alg }, provider.claims(), 'c2lnbmF0dXJl')],
  ]),
  [
    'HS256 signed with the public key as PEM',
    () => hs256({ ...header(), alg: 'HS256' }, provider.claims(), publicPem()),
  ],
  [
    'HS256 signed with the trimmed PEM',
    () => hs256({ ...header(), alg: 'HS256' }, provider.claims(), publicPem().trim()),
  ],
  [
    'HS256 signed with the modulus',
    () => hs256({ ...header(), alg: 'HS256' }, provider.claims(), String(publicJwk().n)),
  ],
  ['HS256 signed with nothing', () => hs256({ ...header(), alg: 'HS256' }, provider.claims(), '')],
  [
    'RS256 in the header, an HMAC with the public key beneath it',
    () => hs256(header(), provider.claims(), publicPem()),
  ],
  ['RS384', () => rs256({ ...header(), alg: 'RS384' }, provider.claims(), provider.key.privateKey, 'sha384')],
  [
    'PS256',
    () =>
      rs256(
        { ...header(), alg: 'PS256' },
        provider.claims(),
        provider.key.privateKey,
        'sha256',
        constants.RSA_PKCS1_PSS_PADDING,
      ),
  ],
  ['alg is a list', () => signed({ ...header(), alg: ['RS256'] })],
  ['no alg', () => signed({ typ: 'JWT', kid: provider.key.kid })],
  ["a stranger's key under a known key id", () => forged({})],
  ["a stranger's key, its key id unknown", () => forged({ kid: 'stranger' })],
  ['the key in the header (jwk)', () => forged({ jwk: { ...foreignJwk, kid: 'key-1' } })],
  ['the key in the header (jwk), under its own id', () => forged({ kid: 'mine', jwk: { ...foreignJwk, kid: 'mine' } })],
  ['the key at an address in the header (jku)', () => pointing('jku', provider.key.kid)],
  ['the key at an address in the header (jku), under its own id', () => pointing('jku', 'mine')],
  ['the key at an address in the header (x5u)', () => pointing('x5u', 'mine')],
  ['the key at an address as key id', () => pointing('jku', strangersKeys())],
  ['a certificate in the header (x5c)', () => forged({ x5c: ['MIIB'], x5u: 'http://localhost:1/cert' })],
  ['a path in the key id', () => forged({ kid: '../../../../dev/null' })],
  [
    'a path in the key id, signed with nothing',
    () => hs256({ alg: 'HS256', kid: '../../dev/null' }, provider.claims(), ''),
  ],
  ['SQL in the key id', () => forged({ kid: "key-1' UNION SELECT 'secret" })],
  ['NUL in the key id', () => forged({ kid: 'key-1\u0000' })],
  ['an object as key id', () => forged({ kid: { toString: 'key-1' } })],
  ['no key id', () => signed({ alg: 'RS256', typ: 'JWT' })],
  ['a critical extension', () => signed({ ...header(), crit: ['b64'], b64: false })],
  ['another issuer', () => provider.token({ iss: 'https://id.stranger.example/' })],
  ['another issuer, with its own key', () => stranger.token()],
  ['the issuer without its slash', () => provider.token({ iss: provider.issuer.slice(0, -1) })],
  ['the issuer in a list', () => provider.token({ iss: [provider.issuer] })],
  ['no issuer', () => provider.token({ iss: undefined })],
  ["our own issuer, the provider's key", () => provider.token({ iss: api.url })],
  ['another audience', () => provider.token({ aud: 'https://other-api.example' })],
  ['no audience', () => provider.token({ aud: undefined })],
  ['an empty list of audiences', () => provider.token({ aud: [] })],
  ['an object as audience', () => provider.token({ aud: { 0: audience } })],
  ['an id token', () => provider.token({ aud: clientId, nonce: 'n-0S6_WzA2Mj' })],
  ['an id token that names this API too', () => provider.token({ aud: [clientId, audience] })],
  ['no subject', () => provider.token({ sub: undefined })],
  ['an empty subject', () => provider.token({ sub: '' })],
  ['an object as subject', () => provider.token({ sub: { $ne: null } })],
  ['a list as subject', () => provider.token({ sub: ['github|1001'] })],
  ['a number as subject', () => provider.token({ sub: 1001 })],
  ['null as subject', () => provider.token({ sub: null })],
  ['NUL in the subject', () => provider.token({ sub: 'github|1001\u0000' })],
  ['a lone surrogate in the subject', () => provider.token({ sub: '\ud800' })],
  ['a subject of 300 characters', () => provider.token({ sub: 'x'.repeat(300) })],
  ['no expiry', () => provider.token({ exp: undefined })],
  ['a text as expiry', () => provider.token({ exp: '9999999999' })],
  ['an expiry after the end of time', () => provider.token({ exp: 1e300 })],
  ['expired', () => provider.token({ iat: now() - 700, exp: now() - 60 })],
  ['issued in the future', () => provider.token({ iat: now() + 60 })],
  ['no time of issue', () => provider.token({ iat: undefined })],
  ['not yet valid', () => provider.token({ nbf: now() + 60 })],
  ['a text as nbf', () => provider.token({ nbf: 'now' })],
  ['a payload that is a list', () => rs256(header(), [provider.claims()], provider.key.privateKey)],
  ['a payload that is a text', () => rs256(header(), '"github|1001"', provider.key.privateKey)],
  ['a payload that is null', () => rs256(header(), 'null', provider.key.privateKey)],
  ['a payload that is no JSON', () => rs256(header(), 'sub=1001', provider.key.privateKey)],
  ['a header that is null', () => rs256('null', provider.claims(), provider.key.privateKey)],
  ['a header that is no JSON', () => rs256('RS256', provider.claims(), provider.key.privateKey)],
  [
    'a changed payload under a good signature',
    () => {
      const [head, , signature] = provider.token().split('.');
      return `${head}.${Buffer.from(JSON.stringify(provider.claims({ sub: 'github|1' }))).toString('base64url')}.${signature}`;
    },
  ],
  ['a signature cut short', () => provider.token().slice(0, -8)],
  ['an opaque token', () => 'gho_16C7e42F292c6912E7710c838347Ae178B4a'],
  ['five parts, as an encrypted token has', () => `${provider.token()}.x.y`],
  ['15 KB of key id', () => forged({ kid: 'k'.repeat(11_000) })],
];

test.each(refused)('refused: %s', async (_, make) => {
  const reply = await me(api.url, make());
  expect({ status: reply.status, code: reply.body.code }).toEqual({ status: 401, code: 'token_invalid' });
  expect(reply.headers['www-authenticate']).toBe('Bearer');
  expect(reply.text).not.toMatch(/node_modules|at \w+ \(|JsonWebTokenError|jwt/i);
});

test('after all of that, no stranger was asked for keys, and a good token is still let in', async () => {
  expect(stranger.fetches).toBe(0);
  await me(api.url, provider.token()).expect(200);
});

test("logging out ends an identity provider's token too, also with its signature spelled another way", async () => {
  const token = provider.token({ sub: 'github|leaver' });
  await me(api.url, token).expect(200);
  await asCaller(api.url, '/auth/logout', token).expect(204);
  await me(api.url, token).expect(401);
  const last = token.at(-1) as string;
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  for (const bits of [1, 2, 3]) {
    const spelled = token.slice(0, -1) + alphabet[alphabet.indexOf(last) ^ bits];
    await me(api.url, spelled).expect(401);
  }
});
