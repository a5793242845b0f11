import { newEmail, password } from '../support/api';
import { runPeople } from '../support/commands';
import type { Row } from '../support/database';
import { type Change, newAuthenticator, type TestAuthenticator } from '../support/passkey';
import { linkTo, startApi, type TestApi } from './api';
import { hs256, now, payloadOf } from './jwt';
import { startProvider, type TestProvider } from './provider';

let provider: TestProvider;
const secret = 'only for this file: 32 characters, or more';
let api: TestApi;
beforeAll(async () => {
  provider = await startProvider();
  api = await startApi({ ...provider.env, JWT_SECRET: secret });
});
afterAll(async () => {
  await Promise.all([api.close(), provider.close()]);
});

const options = async () => (await api.get('/auth/passkey/options').expect(200)).body;
const logIn = (answer: object) => api.post('/auth/passkey', answer);
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
const list = async (token: string) => (await api.get('/user/passkeys', token).expect(200)).body.passkeys;
const mailsTo = (email: string) =>
  api.database.query<{ kind: string; data: Row }>(
    "SELECT kind, data FROM mail_outbox WHERE recipient = $1 AND kind LIKE '%PASS%' ORDER BY created_at",
    [email],
  );
const add = async (token: string, proof: object, key: TestAuthenticator, name = 'My laptop', change: Change = {}) => {
  const { body } = await api.post('/user/passkeys/options', proof, token).expect(200);
  return api.post('/user/passkeys/add', { name, credential: key.register(body, change) }, token);
};

const confirmAddress = (email: string) =>
  api.database.query('UPDATE users SET email_verified_at = now() WHERE email = $1', [email]);

/** A new person with a confirmed address and one passkey. */
async function personWithPasskey(counter = 0) {
  const person = await api.newPerson();
  await confirmAddress(person.email);
  const key = newAuthenticator(api.url);
  const { body } = await await add(person.token, { password }, key, 'My laptop', { counter });
  return { ...person, key, passkey: body as { id: string } };
}

test('a passkey logs in without an address, and its token says how and when', async () => {
  const { key, email, token } = await personWithPasskey();
  const { body } = await logIn(key.answer(await options())).expect(200);
  expect((await api.me(body.token).expect(200)).body.email).toBe(email);
  const { amr, auth_time, iat } = claimsOf(body.token);
  expect([amr, auth_time]).toEqual([['pop', 'user', 'mfa'], iat]);
  expect(claimsOf(token)).toMatchObject({ amr: ['pwd'], auth_time: expect.any(Number) });
  expect(await list(token)).toMatchObject([{ name: 'My laptop', lastUsedAt: expect.any(String), usable: true }]);
});

test('an answer that is not right is refused with one code, and the log says why', async () => {
  const [{ key }, stranger] = [await personWithPasskey(), await personWithPasskey()];
  const used = key.answer(await options());
  await logIn(used).expect(200);
  const signature = key.answer(await options()).response.signature;
  const adding = (
    await api
      .post('/user/passkeys/options', { passkey: stranger.key.answer(await options()) }, stranger.token)
      .expect(200)
  ).body;
  const { challenge } = await options();
  const altered = `${challenge[0] === 'A' ? 'B' : 'A'}${challenge.slice(1)}`;
  const answers: [reason: RegExp, answer: object][] = [
    [/used before/, used],
    [/origin/i, key.answer(await options(), { origin: 'https://novacore.example.evil.example' })],
    [/RP ID/, key.answer(await options(), { rpId: 'evil.example' })],
    [/challenge/i, key.answer({ challenge: altered })],
    [/challenge/i, key.answer(adding)],
    [/signature/, key.answer(await options(), { signature })],
    [/user handle/, key.answer(await options(), { userHandle: 'AZqzwHwecACAAD8dWwqeEA' })],
    [/verif/, key.answer(await options(), { flags: 1 })],
    [/signature/, { ...stranger.key.answer(await options()), id: key.id, rawId: key.id }],
  ];
  for (const [reason, answer] of answers) {
    const { body, headers } = await logIn(answer).expect(403);
    expect([reason, body.code]).toEqual([reason, 'passkey_refused']);
    const [line] = await api.server.untilPrinted(new RegExp(`.*${headers['request-id']}.*passkey_refused.*`));
    expect(JSON.parse(line ?? '').reason).toMatch(reason);
  }
  expect((await logIn(newAuthenticator(api.url).answer(await options())).expect(404)).body.code).toBe(
    'passkey_unknown',
  );
});

test('a copied passkey, whose counter does not go up, is refused and mailed', async () => {
  const { key, email } = await personWithPasskey(5);
  await logIn(key.answer(await options(), { counter: 7 })).expect(200);
  for (const counter of [7, 6, 0]) {
    const { body } = await logIn(key.answer(await options(), { counter })).expect(403);
    expect(body.title).toContain('remove it, and add a new one');
  }
  await logIn(key.answer(await options(), { counter: 8 })).expect(200);
  expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(['PASSKEY_ADDED', ...Array(3).fill('PASSKEY_COPIED')]);
});

test('an address that was never confirmed gets no mail with the name of a passkey', async () => {
  const { token, email } = await api.newPerson();
  const key = newAuthenticator(api.url);
  const { body } = await await add(token, { password }, key, 'You owe us money: call 1800', { counter: 5 });
  await logIn(key.answer(await options(), { counter: 5 })).expect(403);
  const passkey = key.answer(await options(), { counter: 6 });
  await api.post('/user/passkeys/remove', { ids: [body.id], passkey }, token).expect(200);
  expect(await mailsTo(email)).toEqual([]);
});

test('adding asks for the password or a passkey, and is mailed', async () => {
  const { token, email, key } = await personWithPasskey();
  const stranger = await personWithPasskey();
  const start = (proof: object) => api.post('/user/passkeys/options', proof, token);
  for (const proof of [{}, { password: 'not the one' }])
    expect((await start(proof).expect(403)).body.code).toBe('credentials_invalid');
  for (const passkey of [stranger.key.answer(await options()), newAuthenticator(api.url).answer(await options())])
    expect((await start({ passkey }).expect(403)).body.code).toBe('passkey_refused');
  const { body } = await start({ passkey: key.answer(await options()) }).expect(200);
  expect(body.excludeCredentials).toEqual([{ type: 'public-key', id: key.id }]);
  // A challenge is valid for one person, one passkey and one use.
  const credential = newAuthenticator(api.url).register(body);
  await api.post('/user/passkeys/add', { name: 'x', credential }, stranger.token).expect(403);
  await api.post('/user/passkeys/add', { name: 'Phone\u202e', credential }, token).expect(201);
  await api.post('/user/passkeys/add', { name: 'x', credential }, token).expect(403);
  const proof = async () => ({ passkey: key.answer(await options()) });
  const unverified = await add(token, await proof(), newAuthenticator(api.url), 'x', { flags: 1 });
  expect([unverified.status, unverified.body.code]).toEqual([403, 'passkey_refused']);
  for (const taken of [key, stranger.key])
    expect((await add(token, await proof(), taken)).body.code).toBe('passkey_taken');
  expect(await mailsTo(email)).toMatchObject([{ data: { names: ['My laptop'] } }, { data: { names: ['Phone'] } }]);
});

test('with a passkey a password alone changes nothing, until an emailed link replaces a lost one, but not for staff', async () => {
  const { token, email, key, passkey } = await personWithPasskey();
  const next = { currentPassword: password, newPassword: 'eight cells and one core' };
  const calls = (by: string, proof: object) => [
    api.post('/user/email', { email: newEmail(), password, ...proof }, by),
    api.post('/user/passkeys/options', { password, ...proof }, by),
    api.post('/user/passkeys/remove', { ids: [passkey.id], password, ...proof }, by),
    api.post('/auth/password', { ...next, ...proof }, by),
    api.post('/user/delete', { password, ...proof }, by),
  ];
  for (const call of calls(token, {})) {
    const { body } = await call.expect(403);
    expect(body).toMatchObject({ code: 'credentials_invalid', title: expect.stringContaining('with your passkey') });
  }
  const byPasskey = await api.post('/user/email', { email: newEmail(), passkey: key.answer(await options()) }, token);
  expect(byPasskey.status).toBe(202);
  const linkToken = (secondsAgo: number) => {
    const claims = { ...payloadOf(token), amr: ['otp'], auth_time: now() - secondsAgo };
    return hs256({ alg: 'HS256', typ: 'JWT' }, claims, secret);
  };
  await api.post('/user/email', { email: newEmail(), password }, linkToken(601)).expect(403);
  await api.post('/user/email', { email: newEmail(), password: 'not the one' }, linkToken(1)).expect(403);
  await api.post('/user/email', { email: newEmail(), password }, linkToken(1)).expect(202);
  await runPeople(api.database.env, 'grant', email, 'support', '--as', 'chief');
  for (const call of calls(linkToken(1), {})) expect((await call).status).not.toBe(200);
});

test('the first proof of an address removes the passkeys, sessions and changes of another person', async () => {
  const { token, email } = await api.newPerson();
  const planted = newAuthenticator(api.url);
  await add(token, { password }, planted, 'This device');
  await api.post('/user/email', { email: newEmail(), passkey: planted.answer(await options()) }, token).expect(202);
  const open = async (by?: string) => {
    const link = await linkTo(api, email, 'VERIFY_EMAIL');
    return (await api.post('/auth/email/verify', { token: link }, by).expect(200)).body.token;
  };
  expect(await open()).toBeUndefined();
  await api.me(token).expect(401);
  await logIn(planted.answer(await options())).expect(404);
  expect(
    await api.database.query(
      "SELECT FROM mail_outbox JOIN users ON users.id = user_id WHERE kind = 'CHANGE_EMAIL' AND email = $1",
      [email],
    ),
  ).toEqual([]);
  // Additions of the session that opens the link stay.
  await api.database.query('UPDATE users SET email_verified_at = NULL WHERE email = $1', [email]);
  const [first, other] = [await api.newToken(email), await api.newToken(email)];
  const [own, added] = [newAuthenticator(api.url), newAuthenticator(api.url)];
  await add(first, { password }, own);
  const session = (await logIn(own.answer(await options())).expect(200)).body.token;
  await api.database.query("UPDATE passkeys SET created_at = now() - interval '1 day'");
  await add(session, { passkey: own.answer(await options()) }, added);
  await api.database.query("UPDATE passkeys SET last_used_at = last_used_at + interval '2 seconds'");
  const next = await open(session);
  await api.me(next).expect(200);
  for (const ended of [session, other]) await api.me(ended).expect(401);
  for (const kept of [own, added]) await logIn(kept.answer(await options())).expect(200);
});

test('a role needs a passkey of this host', async () => {
  const { email, key } = await personWithPasskey();
  await api.database.query("UPDATE passkeys SET rp_id = 'old.example' WHERE credential_id = $1", [key.id]);
  const refused = { status: 1, stderr: expect.stringContaining('Staff need a passkey first') };
  expect(await runPeople(api.database.env, 'grant', email, 'support', '--as', 'chief')).toMatchObject(refused);
});

test('staff add and remove passkeys with a passkey only, also the first one', async () => {
  const { email, key, passkey } = await personWithPasskey();
  await runPeople(api.database.env, 'grant', email, 'support', '--as', 'chief');
  const token = await api.newToken(email);
  const begin = (proof: object) => api.post('/user/passkeys/options', proof, token);
  const remove = (proof: object) => api.post('/user/passkeys/remove', { ids: [passkey.id], ...proof }, token);
  for (const call of [begin, remove]) {
    const { body } = await call({ password }).expect(403);
    expect(body).toMatchObject({
      code: 'credentials_invalid',
      title: expect.stringContaining('with one of your passkeys'),
    });
  }
  await begin({ passkey: key.answer(await options()) }).expect(200);
  const refused = { status: 1, stderr: expect.stringContaining('Revoke the role first') };
  expect(await runPeople(api.database.env, 'remove-passkeys', email, '--reason', 'lost')).toMatchObject(refused);
  await logIn(key.answer(await options())).expect(200);
  await api.database.query('DELETE FROM passkeys WHERE id = $1', [passkey.id]);
  await begin({ password }).expect(403);
});

test('a new password ends what was begun before it', async () => {
  const { token, email } = await api.newPerson();
  const { body } = await api.post('/user/passkeys/options', { password }, token).expect(200);
  const change = { currentPassword: password, newPassword: 'eight cells and one core' };
  const { token: newer } = (await api.post('/auth/password', change, token).expect(200)).body;
  const credential = newAuthenticator(api.url).register(body);
  await api.post('/user/passkeys/add', { name: 'x', credential }, newer).expect(403);
  expect(await mailsTo(email)).toMatchObject([{ kind: 'PASSWORD_CHANGED' }]);
});

test('removing asks for a proof, ends all other sessions, and is mailed', async () => {
  const { token, email, key, passkey } = await personWithPasskey();
  const stranger = await personWithPasskey();
  const session = (await logIn(key.answer(await options())).expect(200)).body.token;
  const remove = (proof: object, by = token) => api.post('/user/passkeys/remove', { ids: [passkey.id], ...proof }, by);
  await remove({}).expect(403);
  expect((await remove({ passkey: stranger.key.answer(await options()) }, stranger.token).expect(404)).body.code).toBe(
    'passkey_unknown',
  );
  await api.post('/user/passkeys/rename', { id: passkey.id, name: 'x' }, stranger.token).expect(404);
  const { body } = await remove({ passkey: key.answer(await options()) }).expect(200);
  for (const old of [token, session]) await api.me(old).expect(401);
  expect(claimsOf(body.token)).toMatchObject({ amr: ['pop', 'user', 'mfa'] });
  expect(await list(body.token)).toEqual([]);
  expect((await logIn(key.answer(await options())).expect(404)).body.code).toBe('passkey_unknown');
  expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(['PASSKEY_ADDED', 'PASSKEYS_REMOVED']);
});

test('without password and passkey adding asks for a log-in of the last ten minutes', async () => {
  const claims = { sub: 'github|passkey' };
  const old = provider.token({ ...claims, iat: Math.floor(Date.now() / 1000) - 700 });
  expect((await api.post('/user/passkeys/options', {}, old).expect(403)).body.code).toBe('login_too_old');
  const key = newAuthenticator(api.url);
  const token = provider.token(claims);
  expect((await add(token, {}, key)).status).toBe(201);
  const { body } = await api.post('/user/passkeys/options', {}, token).expect(403);
  expect(body).toMatchObject({ code: 'credentials_invalid', title: expect.stringContaining('write to us') });
  const { id } = (await api.me((await logIn(key.answer(await options())).expect(200)).body.token).expect(200)).body;
  expect((await api.me(token).expect(200)).body.id).toBe(id);
});

test('passkeys are listed by host, exported and erased with the account, and an operator can remove them', async () => {
  const { token, email, key, passkey } = await personWithPasskey();
  expect((await api.get('/user/export', token).expect(200)).body.passkeys).toMatchObject([
    { id: passkey.id, credentialId: key.id, name: 'My laptop', host: 'localhost', counter: 0 },
  ]);
  await runPeople(api.database.env, 'remove-passkeys', email, '--reason', 'lost, asked by phone');
  await api.me(token).expect(401);
  await logIn(key.answer(await options())).expect(404);
  const another = await personWithPasskey();
  await api.database.query("UPDATE passkeys SET rp_id = 'old.example' WHERE credential_id = $1", [another.key.id]);
  expect(await list(another.token)).toMatchObject([{ usable: false }]);
  await api.post('/user/delete', { password }, another.token).expect(200);
  await logIn(another.key.answer(await options())).expect(404);
});
