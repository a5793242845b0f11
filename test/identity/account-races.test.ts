import { Client } from 'pg';
import { newEmail, password, tokenIn } from '../support/api';
import { shows } from '../support/eventually';
import { describeOnPostgres } from '../support/on-postgres';
import { useProduct } from '../support/use-product';

const newPassword = 'eight cells and one core';

describeOnPostgres('changes of one account at the same time', () => {
  const { product, api } = useProduct();
  let holder: Client;
  beforeAll(async () => {
    // No job runs during these tests.
    await product.sandbox.control('PUT', '/webhooks', { mode: 'off' });
    holder = new Client({ connectionString: product.database.env.DATABASE_URL });
    await holder.connect();
  });
  afterAll(() => holder.end());

  /** Starts each call when the earlier ones wait for `lock`, and then releases them all. */
  async function raced<Reply>(lock: string, values: unknown[], calls: (() => PromiseLike<Reply>)[]): Promise<Reply[]> {
    await holder.query('BEGIN');
    await holder.query(lock, values);
    const replies: Promise<Reply>[] = [];
    for (const call of calls) {
      replies.push(Promise.resolve(call()));
      await shows(waiting, replies.length);
    }
    await holder.query('COMMIT');
    return Promise.all(replies);
  }
  const waiting = async () => {
    // The job that sends emails may wait for the person's row too.
    const waiters = await product.database.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
       AND query NOT LIKE '%sent_mails%'`,
    );
    return waiters.length;
  };
  const lockUser = 'SELECT FROM users WHERE email = $1 FOR UPDATE';
  const changePassword = (token: string) => () =>
    api.post('/auth/password', { currentPassword: password, newPassword }, token);
  const outbox = () => product.database.query('SELECT FROM mail_outbox');

  test('a new password and the use of an older link do not wait for each other', async () => {
    const { email, token } = await api.newPerson();
    await api.post('/auth/password/reset-request', { email }).expect(202);
    const link = tokenIn(await api.mail(email, /new NovaCore password/, 2));
    const reset = () => api.post('/auth/password/reset', { token: link, newPassword });
    const replies = await raced(lockUser, [email], [changePassword(token), reset]);
    expect(replies.map(({ status }) => status)).toEqual([200, 410]);
  });

  test('a new password cancels a link that is just being made', async () => {
    const { email, token } = await api.newPerson();
    const next = newEmail();
    await api.mails(email);
    // The sending job waits. Its link is in the database, but not committed.
    await product.database.query(`
      CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NEW; END';
      CREATE TRIGGER wait BEFORE UPDATE OF link_id ON mail_outbox FOR EACH ROW EXECUTE FUNCTION wait()`);
    const change = () => api.post('/user/email', { email: next, password }, token);
    const replies = await raced('SELECT pg_advisory_xact_lock(1)', [], [change, changePassword(token)]);
    await product.database.query('DROP TRIGGER wait ON mail_outbox; DROP FUNCTION wait');
    expect(replies.map(({ status }) => status)).toEqual([202, 200]);
    const mails = await api.mails(next, 1);
    for (const mail of mails) await api.post('/auth/email/verify', { token: tokenIn(mail) }).expect(410);
    expect(await product.database.query('SELECT FROM mail_links WHERE email = $1', [next])).toEqual([]);
  });

  test('a receipt does not bring back the address of an account that is being deleted', async () => {
    const { email, token } = await api.newPerson();
    const id = await api.newOrder();
    await api.claimOrder(id, token).expect(200);
    await api.mails(email);
    await shows(outbox, []);
    const paid = await api.pay(id);
    const mail = `INSERT INTO mail_outbox (id, kind, recipient, user_id, next_attempt_at)
      SELECT gen_random_uuid(), 'EMAIL_CHANGED', email, id, now() + interval '1 hour' FROM users WHERE email = $1`;
    await product.database.query(mail, [email]);
    const lockMail = 'SELECT FROM mail_outbox WHERE recipient = $1 FOR UPDATE';
    const remove = () => api.post('/user/delete', { password, despitePayment: true }, token);
    const [removed] = await raced(lockMail, [email], [remove, () => api.verifyPayment(paid, token)]);
    expect(removed?.status).toBe(200);
    await shows(outbox, []);
    const subjects = (await api.mails(email, 2)).map(({ subject }) => subject);
    expect(subjects).toEqual([expect.stringMatching(/Confirm/), expect.stringMatching(/is deleted/)]);
  });

  test('a claim by an account that is being deleted is refused', async () => {
    const { email, token } = await api.newPerson();
    const id = await api.newOrder();
    // The job that sends emails would wait for the person's row too.
    await api.mails(email);
    await shows(outbox, []);
    const remove = () => api.post('/user/delete', { password, despitePayment: true }, token);
    const replies = await raced(lockUser, [email], [remove, () => api.claimOrder(id, token)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 401]);
    await api.claimOrder(id, (await api.newPerson()).token).expect(200);
  });
});
