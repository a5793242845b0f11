import { generateKeyPairSync } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { password } from '../support/api';
import { type Change, newAuthenticator } from '../support/passkey';
import { useProduct } from '../support/use-product';

// Answers that only some authenticators send.

const { product, api } = useProduct();

const options = async () => (await api.get('/auth/passkey/options').expect(200)).body;

async function register(change: Change = {}, key = newAuthenticator(product.url)) {
  const person = await api.newPerson();
  await product.database.query('UPDATE users SET email_verified_at = now() WHERE email = $1', [person.email]);
  const { body } = await api.post('/user/passkeys/options', { password }, person.token).expect(200);
  const credential = key.register(body, change);
  const reply = await api.post('/user/passkeys/add', { name: 'Phone', credential }, person.token);
  const answer = async (change: Change = {}) => api.post('/auth/passkey', key.answer(await options(), change));
  return { ...person, reply, answer };
}

it.each(['packed', 'fido-u2f', 'tpm', 'apple', 'android-key', 'compound', 'unknown'])(
  'takes a passkey with an attestation in the format %s, which was not requested',
  async (attestation) => {
    const { reply, answer } = await register({ attestation });
    expect(reply.status).toBe(201);
    expect((await answer()).status).toBe(200);
  },
);

it('accepts once more a synced passkey that no longer counts, and emails its owner once', async () => {
  const synced = 0b1101;
  const { answer, email } = await register({ counter: 5, flags: synced });
  const statuses = [];
  for (const counter of [6, 0, 0, 3, 0, 2, 1]) statuses.push((await answer({ counter, flags: synced })).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 403]);
  await api.mail(email, /may have been copied/);
  await api.mail(email, /no longer counts/);
  const subjects = (await api.mails(email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => /no longer counts/.test(subject))).toHaveLength(1);
});

it('refuses a copied key that says it may be synced, so that it could count anew', async () => {
  const [deviceBound, synced] = [0b0101, 0b1101];
  const { answer } = await register({ counter: 5, flags: deviceBound });
  const statuses = [];
  for (const [counter, flags] of [[6, deviceBound], [0, synced], [7, synced], [7, deviceBound]] as const) // biome-ignore format: one list
    statuses.push((await answer({ counter, flags })).status);
  expect(statuses).toEqual([200, 403, 403, 200]);
  // Release 1.3 did not store the kind.
  await product.database.query('UPDATE passkeys SET backup_eligible = NULL');
  expect((await answer({ counter: 8, flags: deviceBound })).status).toBe(200);
});

it('refuses answers that were made in a frame of another site', async () => {
  expect((await register({ crossOrigin: true })).reply.status).toBe(403);
  expect((await (await register()).answer({ crossOrigin: true })).status).toBe(403);
});

const rsa = (modulusLength: number, publicExponent: number) => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength, publicExponent });
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' });
  return new Map<number, unknown>([[1, 3], [3, -257], [-1, Buffer.from(n, 'base64url')], [-2, Buffer.from(e, 'base64url')]]); // biome-ignore format: one key
};
const ed25519 = (x: Buffer) => new Map<number, unknown>([[1, 1], [3, -8], [-1, 6], [-2, x]]); // biome-ignore format: one key
const es256 = (x: Buffer, y: Buffer) => new Map<number, unknown>([[1, 2], [3, -7], [-1, 1], [-2, x], [-3, y]]); // biome-ignore format: one key

const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
const p256 = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')] as const;

it.each([
  ['RSA with 1024 bits', rsa(1024, 65537)],
  ['RSA with the exponent 3', rsa(2048, 3)],
  ['RSA with the exponent 1', rsa(2048, 65537).set(-2, Buffer.from([1]))],
  ['a point that is not on its curve', es256(Buffer.alloc(32, 1), Buffer.alloc(32, 2))],
  ['the point at infinity', es256(Buffer.alloc(32), Buffer.alloc(32))],
  ['RSA with more bits than we verify', rsa(2048, 65537).set(-1, Buffer.alloc(2048, 255))],
  ['a point of another curve', es256(...p256).set(-1, 2)],
  ['an RSA key for ES256', rsa(2048, 65537).set(3, -7)],
  ['a point of small order', ed25519(Buffer.concat([Buffer.from([1]), Buffer.alloc(31)]))],
])('refuses a key with which anybody or nobody can sign: %s', async (_, key) => {
  const { reply } = await register({ coseKey: isoCBOR.encode(key as never) });
  expect([reply.status, reply.body.code]).toEqual([403, 'passkey_refused']);
});

it('takes an RSA key of 2048 bits', async () => {
  expect((await register({ coseKey: isoCBOR.encode(rsa(2048, 65537) as never) })).reply.status).toBe(201);
});
