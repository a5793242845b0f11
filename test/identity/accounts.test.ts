import { asCaller, logIn, me, newEmail, newPerson, password, post, startApi, type TestApi } from './api';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const signUp = (email: string, secret = password) => post(api.url, '/auth/signup', { email, password: secret });
const problem = (status: number, code: string) => ({ status, code, success: false, message: expect.any(String) });

test('sign-up answers 201 without a token, and the password opens the account', async () => {
  const email = newEmail();
  const reply = await signUp(email).expect(201);
  expect(reply.body).toEqual({ success: true, message: expect.any(String) });
  expect((await me(api.url, await logIn(api.url, email)).expect(200)).body).toMatchObject({ email, hasPassword: true });
});

test('letter case makes no second account, and none is needed to log in', async () => {
  const email = newEmail();
  await signUp(email.toUpperCase()).expect(201);
  expect((await signUp(email).expect(409)).body).toMatchObject(problem(409, 'email_taken'));
  const token = await logIn(api.url, email);
  expect((await me(api.url, token)).body.email).toBe(email.toUpperCase());
});

test('ten sign-ups at once with one address make one account', async () => {
  const email = newEmail();
  const replies = await Promise.all(Array.from({ length: 10 }, () => signUp(email)));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
});

const lookAlikes = [
  ['a Cyrillic a', '\u0430sha@lab.example'],
  ['a dotless i', 'ash\u0131@lab.example'],
  ['a Kelvin sign', 'as\u212Aha@lab.example'],
  ['a long s', 'a\u017Fha@lab.example'],
  ['full-width letters', '\uFF41sha@lab.example'],
  ['a zero-width space', 'as\u200Bha@lab.example'],
  ['a soft hyphen', 'as\u00ADha@lab.example'],
  ['a right-to-left mark', 'asha\u200F@lab.example'],
  ['a combining accent', 'asha\u0301@lab.example'],
  ['a full-width at sign', 'asha\uFF20lab.example'],
  ['an internationalised domain', 'asha@l\u00E1b.example'],
  ['a full-width dot', 'asha@lab\uFF0Eexample'],
  ['a space before', ' asha@lab.example'],
  ['a space after', 'asha@lab.example '],
  ['a line break', 'asha@lab.example\n'],
  ['a second line', 'asha@lab.example\nbcc: x@y.example'],
  ['a dot at the end', 'asha@lab.example.'],
  ['a name before it', 'Asha <asha@lab.example>'],
  ['a comment', 'asha(me)@lab.example'],
  ['quotes', '"asha"@lab.example'],
  ['two addresses', 'asha@lab.example,x@lab.example'],
  ['two at signs', 'asha@lab@lab.example'],
  ['NUL', 'asha\u0000@lab.example'],
  ['a lone surrogate', 'asha\ud800@lab.example'],
  ['no domain', 'asha@'],
  ['255 characters', `${'a'.repeat(243)}@lab.example`],
];

test.each(lookAlikes)('no address: %s', async (_, email) => {
  await signUp(email).expect(400, /invalid_input/);
  await post(api.url, '/auth/login', { email, password }).expect(400, /invalid_input/);
});

test.each([
  ['a condition', () => "'or/**/1=1--@lab.example"],
  ['what matches any text', () => '%@lab.example'],
  ['what matches any sign', (email: string) => email.replace('-', '_')],
  ['a quotation mark', () => "o'neil`@lab.example"],
])('an address that SQL would read, and that is one all the same, is nobody else: %s', async (_, make) => {
  const { email } = await newPerson(api.url);
  const hostile = make(email);
  await post(api.url, '/auth/login', { email: hostile, password }).expect(401);
  await signUp(hostile, 'eight cells and one core').expect(201);
  await post(api.url, '/auth/login', { email: hostile, password }).expect(401);
  const token = await logIn(api.url, hostile, 'eight cells and one core');
  expect((await me(api.url, token)).body.email).toBe(hostile);
  expect((await me(api.url, await logIn(api.url, email))).body.email).toBe(email);
});

const guessable = [
  'password',
  'Password',
  'PASSWORD123',
  'p@ssw0rd',
  'P@ssw0rd1!',
  'passw0rd2024',
  '12345678',
  '123456789',
  '0987654321',
  '11111111',
  'aaaaaaaa',
  'abcabcabc',
  'abababab',
  'qwertyui',
  'qwerty123',
  '1q2w3e4r',
  '1qaz2wsx',
  '1qaz@WSX',
  'aaaaaaaa1',
  '2026-qwerty-2026',
  'iloveyou',
  'iloveyou1',
  'sunshine',
  'Sunshine1',
  'football',
  'trustno1',
  'welcome123',
  'Welcome2024!',
  'letmein1',
  'admin123',
  'administrator',
  'changeme',
  'superman',
  'princess',
  'abcd1234',
  'india123',
  'jaishreeram',
  'novacore',
  'NovaCore2026',
  'correcthorsebatterystaple',
  'ｐａｓｓｗｏｒｄ１２３',
];

test.each(guessable)('refused as a password that anybody would guess: %s', async (secret) => {
  const reply = await signUp(newEmail(), secret).expect(400);
  expect(reply.body).toMatchObject({ ...problem(400, 'password_refused'), errors: [{ path: '/password' }] });
});

test("a person's own address is no password, whole or in part", async () => {
  const email = newEmail();
  await signUp(email, email.toUpperCase()).expect(400, /password_refused/);
  await signUp(email, ` ${email}`).expect(400, /password_refused/);
  await signUp(email, email.split('@')[0]).expect(400, /password_refused/);
  const { token } = await newPerson(api.url, email);
  const reply = await asCaller(api.url, '/auth/password', token, { currentPassword: password, newPassword: email });
  expect(reply.body).toMatchObject({ code: 'password_refused', errors: [{ path: '/newPassword' }] });
});

test.each([
  ['8 characters', 'kq7vtzap'],
  ['128 characters', 'nine tall mango trees by '.repeat(6).slice(0, 128)],
  ['no letters', '83 5920 114'],
  ['spaces around', '  nine mango trees  '],
  ['other scripts', 'नौ ऊँचे आम के पेड़'],
  ['emoji, counted as people count them', '🥭🌳🥭🌴🦜🌳🐘🌿'],
  ['signs that mean something to SQL and shells', "'; DROP TABLE users; -- $(id)"],
])('taken as a password, and opens the account: %s', async (_, secret) => {
  const email = newEmail();
  await signUp(email, secret).expect(201);
  await logIn(api.url, email, secret);
  await post(api.url, '/auth/login', { email, password: secret.trimEnd().slice(0, -1) }).expect(401);
});

test.each([
  ['7 characters', 'kq7vtza'],
  ['7 emoji', '🥭🌳🥭🌴🦜🌳🐘'],
  ['129 characters', 'k7'.repeat(65).slice(0, 129)],
  ['NUL', 'nine tall\u0000mango'],
  ['a lone surrogate', 'nine tall \ud800 mango'],
])('not a password: %s', async (_, secret) => {
  await signUp(newEmail(), secret).expect(400, /invalid_input/);
});

test('one password in two Unicode spellings is one password', async () => {
  const email = newEmail();
  await signUp(email, 'une forêt de manguiers'.normalize('NFC')).expect(201);
  await logIn(api.url, email, 'une forêt de manguiers'.normalize('NFD'));
});

test('an unknown address and a wrong password get the same answer', async () => {
  const { email } = await newPerson(api.url);
  const [unknown, wrong] = await Promise.all(
    [newEmail(), email].map((each) => post(api.url, '/auth/login', { email: each, password: 'not the one' })),
  );
  const { requestId: first, ...unknownBody } = unknown?.body ?? {};
  const { requestId: second, ...wrongBody } = wrong?.body ?? {};
  expect(unknownBody).toEqual(wrongBody);
  expect(unknownBody).toMatchObject(problem(401, 'credentials_invalid'));
  expect(first).not.toBe(second);
  const headerNames = (reply: typeof unknown) => Object.keys(reply?.headers ?? {}).sort();
  expect(headerNames(unknown)).toEqual(headerNames(wrong));
});

test('an unknown address costs a hash too: its answer is not the quick one', async () => {
  const { email } = await newPerson(api.url);
  const timeOf = async (address: string) => {
    const started = performance.now();
    await post(api.url, '/auth/login', { email: address, password: 'not the one' }).expect(401);
    return performance.now() - started;
  };
  const times: { wrong: number; unknown: number }[] = [];
  for (let pair = 0; pair < 15; pair += 1)
    times.push({ wrong: await timeOf(email), unknown: await timeOf(newEmail()) });
  const median = (kind: 'wrong' | 'unknown') => times.map((time) => time[kind]).sort((a, b) => a - b)[7] ?? 0;
  // Without the hash the ratio is five and more.
  expect(median('wrong') / median('unknown')).toBeLessThan(2);
});

test('the operator may ask for longer passwords', async () => {
  const strict = await startApi({ PASSWORD_MIN_LENGTH: '14' });
  const short = await post(strict.url, '/auth/signup', { email: newEmail(), password: 'thirteen char' });
  expect(short.body).toMatchObject({ ...problem(400, 'invalid_input'), errors: [{ path: '/password' }] });
  await post(strict.url, '/auth/signup', { email: newEmail(), password: 'fourteen chars' }).expect(201);
  await strict.close();
});

test('in the database a password is an argon2id hash, and revoked tokens are hashes', async () => {
  const own = await startApi();
  const { token } = await newPerson(own.url);
  await asCaller(own.url, '/auth/logout', token).expect(204);
  await own.server.stop();
  const users = await own.database.query<{ password_hash: string }>('SELECT * FROM users');
  const revoked = await own.database.query('SELECT * FROM revoked_tokens');
  await own.database.drop();
  expect(users[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(JSON.stringify(users)).not.toContain(password);
  expect(revoked).toEqual([{ token_hash: expect.stringMatching(/^[0-9a-f]{64}$/), expires_at: expect.any(Date) }]);
});
