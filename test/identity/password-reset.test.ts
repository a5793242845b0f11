import { newEmail, password, tokenIn } from '../support/api';
import { shows } from '../support/eventually';
import { useProduct } from '../support/use-product';

const newPassword = 'eight cells and one core';

const { product, api } = useProduct();

const request = (email: string) => api.post('/auth/password/reset-request', { email });
const reset = (token: string, secret = newPassword) => api.post('/auth/password/reset', { token, newPassword: secret });

/** Skips the ten minutes between two emails of one kind. */
const passTenMinutes = () => product.database.query('DELETE FROM throttle_counters');

/** A person who has asked for a new password, and the token from the email. The email to confirm the address is older. */
async function personWithLink() {
  const person = await api.newPerson();
  await request(person.email).expect(202);
  return { ...person, link: tokenIn(await api.mail(person.email, /new NovaCore password/, 2)) };
}

test('a link sets a new password once, revokes all tokens, logs in, and confirms the address', async () => {
  const { email, token, link } = await personWithLink();
  const { body } = await reset(link).expect(200);
  expect((await api.get('/user/me', body.token).expect(200)).body).toMatchObject({ email, emailVerified: true });
  await api.get('/user/me', token).expect(401);
  await api.logIn(email, password).expect(401);
  await api.logIn(email, newPassword).expect(200);
  expect((await reset(link, 'another tall mango tree').expect(410)).body.code).toBe('link_invalid');
  await api.mail(email, /password was changed/, 3);
});

test('an address with and without an account get the same reply and one row each; only an account gets an email', async () => {
  const { email } = await api.newPerson();
  const unknown = newEmail();
  const replies = await Promise.all([email, unknown, email.toUpperCase()].map((each) => request(each).expect(202)));
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  await api.mail(email, /new NovaCore password/, 2);
  // The outbox works in order, so the earlier request was handled before this one.
  await personWithLink();
  expect(await api.mails(unknown, 0)).toEqual([]);
  await shows(() => product.database.query('SELECT FROM mail_outbox'), []);
  await product.server.untilPrinted(/"mail_dropped".*"reason":"no_account"/);
});

test('a person gets one email in ten minutes: a request in between changes nothing, a later one replaces the link', async () => {
  const { email, link } = await personWithLink();
  await request(email).expect(202);
  await personWithLink();
  expect(await api.mails(email, 2)).toHaveLength(2);
  await passTenMinutes();
  await request(email).expect(202);
  const newer = tokenIn(await api.mail(email, /new NovaCore password/, 3));
  expect(newer).not.toBe(link);
  await reset(link).expect(410);
  await reset(newer).expect(200);
});

test('neither a rejected account nor links that strangers ask for keep the owner from a new password for more than 30 minutes', async () => {
  const { email } = await api.newPerson();
  await api.post('/auth/email/reject', { token: tokenIn(await api.mail(email, /Confirm/)) }).expect(200);
  await api.mail(email, /new NovaCore password/, 2);
  for (let mails = 3; mails <= 13; mails += 1) {
    await request(email).expect(202);
    expect(await api.mails(email, mails)).toHaveLength(mails);
    await product.database.query("UPDATE throttle_counters SET expire = expire - 1810000 WHERE key LIKE 'mail:%'");
  }
});

test('a refused password leaves the link valid; an expired link and one to an earlier address are refused', async () => {
  const { email, link } = await personWithLink();
  expect((await reset(link, 'password123').expect(400)).body.code).toBe('password_refused');
  expect((await reset(link, email).expect(400)).body.code).toBe('password_refused');
  const setExpiry = (expiry: string) =>
    product.database.query(`UPDATE mail_links SET expires_at = now() + interval '${expiry}' WHERE email = $1`, [email]);
  await setExpiry('-1 second');
  await reset(link).expect(410);
  await setExpiry('1 hour');
  await product.database.query("UPDATE users SET email = 'x', email_normalized = 'x' WHERE email = $1", [email]);
  await reset(link).expect(410);
});

test('the database has neither a token nor a password', async () => {
  const { link } = await personWithLink();
  const rows = await product.database.query('SELECT * FROM mail_links');
  expect(JSON.stringify(rows)).not.toContain(link);
  expect(JSON.stringify(await product.database.query('SELECT * FROM users'))).not.toContain(password);
});

test('a person without a password gets no link', async () => {
  const email = newEmail();
  const { access_token } = await product.sandbox.control<{ access_token: string }>('POST', '/idp/token', { email });
  await api.get('/user/me', access_token).expect(200);
  await request(email).expect(202);
  await personWithLink();
  expect(await api.mails(email, 0)).toEqual([]);
});
