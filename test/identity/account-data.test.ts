import { newEmail, password, tokenIn } from '../support/api';
import { shows } from '../support/eventually';
import { useProduct } from '../support/use-product';

const { product, api } = useProduct();

const social = async (how: object = {}) =>
  (await product.sandbox.control<{ access_token: string }>('POST', '/idp/token', how)).access_token;

/** Every row of the database, as text. */
async function everything() {
  const tables = await product.database.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  const rows = await Promise.all(tables.map(({ name }) => product.database.query(`SELECT * FROM "${name}"`)));
  return JSON.stringify(rows);
}

async function personWithPaidOrder() {
  const person = await api.newPerson();
  return { ...person, order: await api.paidOrder(person.token) };
}

describe('confirming an address', () => {
  test('works once, with the link from the email; a resend replaces it after ten minutes only', async () => {
    const { email, ...person } = await api.newPerson();
    let { token } = person;
    const isVerified = async () => (await api.get('/user/me', token).expect(200)).body.emailVerified;
    expect(await isVerified()).toBe(false);
    const first = tokenIn(await api.mail(email, /Confirm/));
    await api.post('/user/email/verification', undefined, token).expect(202);
    await shows(() => product.database.query('SELECT FROM mail_outbox'), []);
    expect(await api.mails(email, 0)).toHaveLength(1);
    await product.database.query('DELETE FROM throttle_counters');
    await api.post('/user/email/verification', undefined, token).expect(202);
    const second = tokenIn(await api.mail(email, /Confirm/, 2));
    await api.post('/auth/email/verify', { token: first }).expect(410);
    const uses = await Promise.all([1, 2, 3].map(() => api.post('/auth/email/verify', { token: second }, token)));
    expect(uses.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
    token = uses.find(({ status }) => status === 200)?.body.token;
    expect(await isVerified()).toBe(true);
    // A confirmed address gets no further email.
    await product.database.query('DELETE FROM throttle_counters');
    await api.post('/user/email/verification', undefined, token).expect(202);
    expect(await api.mails(email, 0)).toHaveLength(2);
  });

  test('the owner of an address who says that the account is not theirs ends its sessions and password, and gets a link', async () => {
    const { email, token } = await api.newPerson();
    const link = tokenIn(await api.mail(email, /Confirm/));
    // Another person's recent request does not delay the email.
    await api.post('/auth/password/reset-request', { email }).expect(202);
    await api.mail(email, /new NovaCore password/, 2);
    await api.post('/auth/email/reject', { token: link }).expect(200);
    await api.me(token).expect(401);
    await api.logIn(email).expect(401);
    await api.post('/auth/email/reject', { token: link }).expect(410);
    const mail = await api.mail(email, /new NovaCore password/, 3);
    expect(mail.text).toContain('you did not create the account');
    const next = { token: tokenIn(mail), newPassword: 'eight cells and one core' };
    const reset = await api.post('/auth/password/reset', next).expect(200);
    await api.post('/user/delete', { password: next.newPassword }, reset.body.token).expect(200);
  });
});

describe('changing the address', () => {
  const change = (token: string, email: string, secret = password) =>
    api.post('/user/email', { email, password: secret }, token);

  test('happens when the new address confirms it, and the old one gets a notice both times', async () => {
    const { email, token } = await api.newPerson();
    const next = newEmail();
    await change(token, next, 'not the one').expect(403);
    // The second request sends no email, neither to the new address nor to the old one.
    for (let each = 0; each < 2; each += 1) await change(token, next).expect(202);
    await api.mail(email, /about to change/, 2);
    await shows(() => product.database.query('SELECT FROM mail_outbox'), []);
    expect((await api.get('/user/me', token)).body.email).toBe(email);
    const link = { token: tokenIn(await api.mail(next, /new email/)) };
    const { body } = await api.post('/auth/email/verify', link, token).expect(200);
    expect((await api.get('/user/me', body.token)).body).toMatchObject({ email: next, emailVerified: true });
    await api.mail(email, /was changed/, 3);
    expect([await api.mails(email, 3), await api.mails(next)].map(({ length }) => length)).toEqual([3, 1]);
    await api.logIn(email).expect(401);
    await api.logIn(next).expect(200);
  });

  test("works for one's own address in other letters, and never for the address of another account", async () => {
    const { email, token } = await api.newPerson();
    await change(token, (await api.newPerson()).email.toUpperCase()).expect(409);
    const next = email.toUpperCase();
    await change(token, next).expect(202);
    const link = { token: tokenIn(await api.mail(email, /new email/, 3)) };
    const { body } = await api.post('/auth/email/verify', link, token).expect(200);
    expect((await api.get('/user/me', body.token)).body).toMatchObject({ email: next, emailVerified: true });
  });
});

test('logging out everywhere ends every token of a person, of both kinds', async () => {
  const { email, token } = await api.newPerson();
  const other = (await api.logIn(email).expect(200)).body.token;
  await api.post('/auth/logout-everywhere', undefined, token).expect(204);
  for (const each of [token, other]) await api.get('/user/me', each).expect(401);
  await api.get('/user/me', (await api.logIn(email).expect(200)).body.token).expect(200);
  // The provider's clock may be ahead.
  const name = newEmail().split('@')[0];
  const ahead = (seconds: number) => social({ name, claims: { iat: Math.floor(Date.now() / 1000) + seconds } });
  const [first, second] = [await ahead(30), await ahead(40)];
  for (const each of [second, first]) await api.get('/user/me', each).expect(200);
  await api.post('/auth/logout-everywhere', undefined, first).expect(204);
  for (const each of [first, second]) await api.get('/user/me', each).expect(401);
  await api.get('/user/me', await ahead(50)).expect(200);
});

test('an export has everything that is stored, without the hash of the password', async () => {
  const { email, token, order } = await personWithPaidOrder();
  const { body, text } = await api.get('/user/export', token).expect(200);
  expect(body.account).toMatchObject({ email, hasPassword: true });
  expect(body.orders).toMatchObject([
    { providerOrderId: order, status: 'PAID', payments: [{ status: 'captured' }], transitions: expect.any(Array) },
  ]);
  expect(text).not.toContain('argon2');
});

describe('deleting an account', () => {
  test('needs the password, erases everything but the order, and says so in a last email', async () => {
    const { email, token, order } = await personWithPaidOrder();
    await api.mail(email, /Receipt/, 2);
    const [user] = await product.database.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [email]);
    await api.post('/user/delete', {}, token).expect(403);
    await api.post('/user/delete', { password: 'not the one' }, token).expect(403);
    const { body } = await api.post('/user/delete', { password }, token).expect(200);
    expect(body).toEqual({ keptOrders: 1 });
    await api.get('/user/me', token).expect(401);
    await api.logIn(email).expect(401);
    expect((await api.mail(email, /is deleted/, 3)).text).toMatch(/keep your payments and receipts/);
    await shows(async () => (await everything()).toLowerCase().includes(email), false);
    const tables = await product.database.query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'user_id'",
    );
    for (const { name } of tables)
      expect([name, await product.database.query(`SELECT FROM ${name} WHERE user_id = $1`, [user?.id])]).toEqual([
        name,
        [],
      ]);
    expect(await product.database.query('SELECT status FROM orders WHERE provider_order_id = $1', [order])).toEqual([
      { status: 'PAID' },
    ]);
    await api.signUp(email).expect(201);
  });

  test('without a password needs a fresh log-in, and no older token opens it again', async () => {
    const email = newEmail();
    const now = Math.floor(Date.now() / 1000);
    const issued = (secondsAgo: number) =>
      social({ email, name: email.split('@')[0], claims: { iat: now - secondsAgo } });
    const [old, fresh] = [await issued(700), await issued(5)];
    expect((await api.post('/user/delete', {}, old).expect(403)).body.code).toBe('login_too_old');
    expect((await api.post('/user/delete', {}, fresh).expect(200)).body).toEqual({ keptOrders: 0 });
    await shows(async () => (await everything()).includes(email), false);
    // A later login creates a new account. The provider's clock may be ahead.
    const [older, newer] = [await issued(-20), await issued(-30)];
    for (const token of [newer, older]) await api.get('/user/me', token).expect(200);
    await api.post('/user/delete', {}, older).expect(200);
    for (const token of [old, fresh, older, newer]) await api.get('/user/me', token).expect(401);
  });
});
