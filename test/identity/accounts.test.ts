import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { apiOf, newEmail, password } from '../support/api';
import { sharedProduct } from '../support/shared-product';
import { startApi, type TestApi } from './api';

const api = apiOf(sharedProduct);

/** @returns those values that the call does not refuse with this code. */
async function notRefused(
  values: string[],
  code: string,
  call: (value: string) => PromiseLike<{ body: { code?: string } }>,
) {
  const others: string[] = [];
  for (const value of values) if ((await call(value)).body.code !== code) others.push(value);
  return others;
}

test('letter case makes no second account, and none is needed to log in', async () => {
  const email = newEmail();
  await api.signUp(email.toUpperCase()).expect(201);
  expect((await api.signUp(email).expect(409)).body.code).toBe('email_taken');
  const { body } = await api.me(await api.newToken(email));
  expect(body).toMatchObject({ email: email.toUpperCase(), hasPassword: true });
});

/** Each looks like asha@lab.example, or stands for it elsewhere. */
const lookAlikes = [
  // Cyrillic a, dotless i, Kelvin sign, long s, full-width letter
  ...['\u0430sha@lab.example', 'ash\u0131@lab.example', 'as\u212Aha@lab.example', 'a\u017Fha@lab.example'],
  // full-width a, zero-width space, soft hyphen, right-to-left mark, combining accent
  ...['\uFF41sha@lab.example', 'as\u200Bha@lab.example', 'as\u00ADha@lab.example', 'asha\u200F@lab.example'],
  ...['asha\u0301@lab.example', 'asha\uFF20lab.example', 'asha@l\u00E1b.example', 'asha@lab\uFF0Eexample'],
  ...[' asha@lab.example', 'asha@lab.example ', 'asha@lab.example\n', 'asha@lab.example\nbcc: x@y.example'],
  ...['asha@lab.example.', 'Asha <asha@lab.example>', 'asha(me)@lab.example', '"asha"@lab.example'],
  ...['asha@lab.example,x@lab.example', 'asha@lab@lab.example', 'asha\u0000@lab.example', 'asha\ud800@lab.example'],
  ...['asha@', `${'a'.repeat(243)}@lab.example`],
];

test('a look-alike of an address, or what is no address, is refused', async () => {
  expect(await notRefused(lookAlikes, 'invalid_input', (email) => api.signUp(email))).toEqual([]);
  expect(await notRefused(lookAlikes, 'invalid_input', (email) => api.logIn(email))).toEqual([]);
});

test('an address with characters that SQL reads opens only its own account', async () => {
  const { email } = await api.newPerson();
  const secret = 'eight cells and one core';
  for (const hostile of ["'or/1=1--@lab.example", '%@lab.example', email.replace('-', '_'), "o'neil--@lab.example"]) {
    await api.logIn(hostile).expect(401);
    await api.signUp(hostile, secret).expect(201);
    await api.logIn(hostile).expect(401);
    expect((await api.me(await api.newToken(hostile, secret))).body.email).toBe(hostile);
  }
  expect((await api.me(await api.newToken(email))).body.email).toBe(email);
});

test('a new address with a character that a shell acts on is refused; one from before still logs in', async () => {
  const { token } = await api.newPerson();
  const kinds = [
    'a|id|b',
    'cat$IFS',
    '`id`',
    '$(id)',
    'a&id',
    'a{b}c',
    '*',
    'a?',
    '!!',
    '#a',
    '~',
    'a^b',
    '-la',
    "'-'&a",
  ];
  const hostile = kinds.map((name) => `${name}@lab.example`);
  expect(await notRefused(hostile, 'invalid_input', (email) => api.signUp(email))).toEqual([]);
  const change = (email: string) => api.post('/user/email', { email, password }, token);
  expect(await notRefused(hostile, 'invalid_input', change)).toEqual([]);
  const wellFormed = hostile.filter((email) => !email.startsWith('$('));
  expect(await notRefused(wellFormed, 'credentials_invalid', (email) => api.logIn(email))).toEqual([]);
});

test('a person’s own address is refused as password, whole or in part', async () => {
  const email = newEmail();
  const disguises = [email, email.toUpperCase(), ` ${email}`, email.split('@')[0] ?? ''];
  expect(await notRefused(disguises, 'password_refused', (secret) => api.signUp(email, secret))).toEqual([]);
  const { token } = await api.newPerson(email);
  const change = { currentPassword: password, newPassword: email };
  const { body } = await api.post('/auth/password', change, token).expect(400);
  expect(body).toMatchObject({ code: 'password_refused', errors: [{ path: '/newPassword' }] });
});

test('a password has 8 to 128 characters of any script', async () => {
  const longest = 'nine tall mango trees by '.repeat(6).slice(0, 128);
  const unusual = ['  nine mango trees  ', 'नौ ऊँचे आम के पेड़', '🥭🌳🥭🌴🦜🌳🐘🌿', "'; DROP TABLE users; --"];
  for (const secret of ['kq7vtzap', longest, ...unusual]) {
    const email = newEmail();
    await api.signUp(email, secret).expect(201);
    await api.newToken(email, secret);
    await api.logIn(email, secret.trimEnd().slice(0, -1)).expect(401);
  }
  const invalid = ['kq7vtza', '🥭🌳🥭🌴🦜🌳🐘', 'k7'.repeat(65).slice(0, 129), 'nine\u0000mango', 'nine \ud800 mango'];
  expect(await notRefused(invalid, 'invalid_input', (secret) => api.signUp(newEmail(), secret))).toEqual([]);
});

test('one password in two Unicode spellings is one password', async () => {
  const email = newEmail();
  await api.signUp(email, 'une forêt de manguiers'.normalize('NFC')).expect(201);
  await api.newToken(email, 'une forêt de manguiers'.normalize('NFD'));
});

test('an unknown address and a wrong password get the same answer', async () => {
  const answer = async (address: string) => {
    const { body, headers } = await api.logIn(address, 'not the one').expect(401);
    return { body: { ...body, requestId: '' }, headers: Object.keys(headers).sort() };
  };
  expect(await answer(newEmail())).toEqual(await answer((await api.newPerson()).email));
});

describe('a separately configured server', () => {
  let configured: TestApi;
  beforeAll(async () => {
    configured = await startApi({ PASSWORD_MIN_LENGTH: '14', PASSWORD_HASHING: 'full' });
  });
  afterAll(() => configured.close());

  test('asks for longer passwords if the operator wants them', async () => {
    const short = await configured.post('/auth/signup', { email: newEmail(), password: 'thirteen char' }).expect(400);
    expect(short.body).toMatchObject({ code: 'invalid_input', errors: [{ path: '/password' }] });
    await configured.post('/auth/signup', { email: newEmail(), password: 'fourteen chars' }).expect(201);
  });

  test('makes its token secret once, keeps it from other users of the machine, and never prints it', () => {
    const file = join(configured.database.env.DATA_DIR, 'jwt-secret');
    const secret = readFileSync(file, 'utf8');
    expect(secret.length).toBeGreaterThanOrEqual(64);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(configured.server.output()).not.toContain(secret);
  });

  test('in the database a password is an argon2id hash, and revoked tokens are hashes', async () => {
    const { token } = await configured.newPerson();
    await configured.logOut(token).expect(204);
    await configured.server.stop();
    const users = await configured.database.query<{ password_hash: string }>('SELECT * FROM users');
    const revoked = await configured.database.query('SELECT * FROM revoked_tokens');
    expect(users[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(JSON.stringify(users)).not.toContain(password);
    expect(revoked).toEqual([{ token_hash: expect.stringMatching(/^[0-9a-f]{64}$/), expires_at: expect.any(Date) }]);
  });
});
