import { apiOf, newEmail, password } from '../support/api';
import { sharedProduct } from '../support/shared-product';

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

/** Each looks like asha@lab.example, or other systems treat it as the same. */
const lookAlikes = [
  // Cyrillic a, Kelvin sign, full-width a, zero-width space, combining accent
  ...['\u0430sha@lab.example', 'as\u212Aha@lab.example', '\uFF41sha@lab.example', 'as\u200Bha@lab.example'],
  ...['asha\u0301@lab.example', 'asha\uFF20lab.example', 'asha@l\u00E1b.example'],
  ...[' asha@lab.example', 'asha@lab.example\nbcc: x@y.example', 'Asha <asha@lab.example>', '"asha"@lab.example'],
  ...['asha@lab.example,x@lab.example', 'asha\u0000@lab.example', `${'a'.repeat(243)}@lab.example`],
];

test('a look-alike of an address, or what is no address, is refused', async () => {
  expect(await notRefused(lookAlikes, 'invalid_input', (email) => api.signUp(email))).toEqual([]);
  expect(await notRefused(lookAlikes, 'invalid_input', (email) => api.logIn(email))).toEqual([]);
});

test('an address with characters that SQL reads opens only its own account', async () => {
  const { email } = await api.newPerson();
  const secret = 'eight cells and one core';
  for (const hostile of ["'or/1=1--@lab.example", '%@lab.example', email.replace('-', '_')]) {
    await api.logIn(hostile).expect(401);
    await api.signUp(hostile, secret).expect(201);
    await api.logIn(hostile).expect(401);
    expect((await api.me(await api.newToken(hostile, secret))).body.email).toBe(hostile);
  }
  expect((await api.me(await api.newToken(email))).body.email).toBe(email);
});

test('a new address with a character that a shell acts on is refused; one from before still logs in', async () => {
  const { token } = await api.newPerson();
  const kinds = ['a|id|b', 'cat$IFS', '`id`', 'a{b}c', '*', '!!', '#a', '-la'];
  const hostile = kinds.map((name) => `${name}@lab.example`);
  expect(await notRefused(hostile, 'invalid_input', (email) => api.signUp(email))).toEqual([]);
  const change = (email: string) => api.post('/user/email', { email, password }, token);
  expect(await notRefused(hostile, 'invalid_input', change)).toEqual([]);
  expect(await notRefused(hostile, 'credentials_invalid', (email) => api.logIn(email))).toEqual([]);
});

test('a person’s own address is refused as password, whole or in part', async () => {
  const email = newEmail();
  const disguises = [email.toUpperCase(), email.split('@')[0] ?? ''];
  expect(await notRefused(disguises, 'password_refused', (secret) => api.signUp(email, secret))).toEqual([]);
  const { token } = await api.newPerson(email);
  const change = { currentPassword: password, newPassword: email };
  const { body } = await api.post('/auth/password', change, token).expect(400);
  expect(body).toMatchObject({ code: 'password_refused', errors: [{ path: '/newPassword' }] });
});

test('a password has 8 to 128 characters of any script', async () => {
  const longest = 'nine tall mango trees by '.repeat(6).slice(0, 128);
  for (const secret of ['kq7vtzap', longest, '  नौ ऊँचे आम के पेड़  ', '🥭🌳🥭🌴🦜🌳🐘🌿']) {
    const email = newEmail();
    await api.signUp(email, secret).expect(201);
    await api.newToken(email, secret);
    await api.logIn(email, secret.trimEnd().slice(0, -1)).expect(401);
  }
  const invalid = ['kq7vtza', '🥭🌳🥭🌴🦜🌳🐘', 'k7'.repeat(65), 'nine\u0000mango'];
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
