import { Catalogue } from '../../apps/bff/src/config/catalogue';
import { loadConfig } from '../../apps/bff/src/config/load-config';
import { openPrisma } from '../../apps/bff/src/database/prisma.service';
import { Jobs } from '../../apps/bff/src/jobs/jobs';
import { MailLinks } from '../../apps/bff/src/mail/mail-links';
import { MailSender } from '../../apps/bff/src/mail/mail-sender';
import { newEmail, type SandboxMail, tokenIn } from '../support/api';
import { shows } from '../support/eventually';
import { describeOnPostgres } from '../support/on-postgres';
import { useProduct } from '../support/use-product';

const { product, api } = useProduct({ MAIL_ANSWER_SECONDS: '5' });
afterEach(async () => void (await product.sandbox.control('DELETE', '/faults')));

async function script(operation: string, action: object, times = 1): Promise<string> {
  const rule = { match: { operation }, times, do: action };
  const [fault] = await product.sandbox.control<{ id: string }[]>('POST', '/faults', [rule]);
  return fault?.id ?? '';
}
const untilHit = (fault: string, count = 1) =>
  product.sandbox.control('GET', `/faults/${fault}/hit?count=${count}&timeoutMs=60000`);

const query = (sql: string, values?: unknown[]) => product.database.query(sql, values);
const outbox = () => query('SELECT * FROM mail_outbox');
/** Makes every email due that waits for a retry or that a stopped server had claimed. */
const makeDue = () => query('UPDATE mail_outbox SET next_attempt_at = now()');

/** Queues an email as its cause does. */
const queue = (recipient: string, kind = 'EMAIL_CHANGED', data: object = {}, userId: unknown = null) =>
  query('INSERT INTO mail_outbox (id, kind, recipient, data, user_id) VALUES (gen_random_uuid(), $1, $2, $3, $4)', [
    ...[kind, recipient, JSON.stringify(data), userId],
  ]);

async function signedUp() {
  const email = newEmail();
  await api.signUp(email).expect(201);
  return email;
}

/** Expects that all emails to an address are copies of one email. */
async function expectSentTwice(email: string) {
  const mails = await api.mails(email, 2);
  expect(mails).toHaveLength(2);
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
  expect(new Set(mails.map(tokenIn)).size).toBe(1);
}

test.each([
  ['refuses the recipient for now', 'smtpRecipient', { kind: 'status', status: 451 }],
  ['hangs up before the message is kept', 'smtpMessage', { kind: 'drop' }],
])('an email is sent again when the mail server %s', async (_, operation, action) => {
  const fault = await script(operation, action);
  const email = await signedUp();
  await untilHit(fault);
  await shows(outbox, [expect.objectContaining({ recipient: email, attempts: 1 })]);
  // A link's lifetime starts with the successful try.
  await query("UPDATE mail_links SET expires_at = now() - interval '1 hour'");
  await makeDue();
  const [mail, ...more] = await api.mails(email);
  expect(more).toEqual([]);
  await api.post('/auth/email/verify', { token: tokenIn(mail as SandboxMail) }).expect(200);
  await shows(outbox, []);
});

test('an email with a link is tried again within a minute, another one later', async () => {
  const fault = await script('smtpConnect', { kind: 'status', status: 421 }, 4);
  const email = await signedUp();
  await queue(newEmail());
  await untilHit(fault, 2);
  // Emails that are being sent are left out.
  const soon = () =>
    query(
      `SELECT next_attempt_at < now() + interval '61 seconds' AS soon FROM mail_outbox
       WHERE next_attempt_at NOT BETWEEN now() + interval '62 seconds' AND now() + interval '300 seconds' ORDER BY soon`,
    );
  await shows(soon, [{ soon: true }, { soon: true }]);
  await query('UPDATE mail_outbox SET attempts = 9, next_attempt_at = now()');
  await shows(soon, [{ soon: false }, { soon: true }]);
  await makeDue();
  expect(await api.mails(email)).toHaveLength(1);
  await shows(outbox, []);
});

test('an address gets five notices of a kind in an hour, one a day about a new place for each account, and every receipt', async () => {
  const [changed, refunded, placed] = [newEmail(), newEmail(), newEmail()];
  const [owner, other] = [await signedUp(), await signedUp()];
  const accounts = await query('SELECT id FROM users WHERE email IN ($1, $2)', [owner, other]);
  const facts = { receipt: 'r', orderId: null, paymentId: null, amountPaise: 15000, currency: 'INR' };
  const place = { at: '2026-11-27T09:30:00Z', way: 'password', browser: 'Firefox', network: '203.0.113.0/24' };
  for (let each = 0; each < 6; each += 1) {
    await queue(changed, 'PASSWORD_CHANGED');
    await queue(refunded, 'REFUNDED', facts);
    await queue(placed, 'NEW_SIGN_IN', place, accounts[each % 2]?.id);
  }
  await shows(outbox, []);
  const counts = [await api.mails(changed, 5), await api.mails(refunded, 6), await api.mails(placed, 2)];
  expect(counts.map(({ length }) => length)).toEqual([5, 6, 2]);
});

test('an email that is refused for good, or that has expired, is given up', async () => {
  const refused = await script('smtpRecipient', { kind: 'status', status: 550 });
  const email = await signedUp();
  await untilHit(refused);
  await shows(outbox, []);
  const busy = await script('smtpConnect', { kind: 'status', status: 421 });
  await query(
    "INSERT INTO mail_outbox (id, kind, recipient, expires_at) VALUES (gen_random_uuid(), 'EMAIL_CHANGED', $1, now())",
    [email],
  );
  await untilHit(busy);
  await shows(outbox, []);
  expect(await api.mails(email, 0)).toEqual([]);
});

test('a mail server that keeps an email and always hangs up instead of confirming gets it twice', async () => {
  const fault = await script('smtpMessage', { kind: 'drop', when: 'after' }, 0);
  const email = await signedUp();
  await untilHit(fault);
  await shows(outbox, [expect.objectContaining({ attempts: 1, unanswered: 1 })]);
  await makeDue();
  await shows(outbox, []);
  await expectSentTwice(email);
});

test('a slow confirmation holds up nothing else; one that never comes means one more try, an hour later', async () => {
  const fault = await script('smtpMessage', { kind: 'hang', when: 'after' });
  const email = await signedUp();
  await untilHit(fault);
  await api.logIn(email).expect(200);
  const waiting = () =>
    query(
      `SELECT unanswered, next_attempt_at BETWEEN now() + interval '50 minutes' AND now() + interval '61 minutes'
       AS "inAnHour" FROM mail_outbox`,
    );
  await shows(waiting, [{ unanswered: 1, inAnHour: true }]);
  await makeDue();
  await shows(outbox, []);
  await expectSentTwice(email);
});

describeOnPostgres('with several processes', () => {
  test('a server killed between sending and recording sends once more, with the same Message-ID and link', async () => {
    const fault = await script('smtpMessage', { kind: 'hang', when: 'after' });
    const email = await signedUp();
    await untilHit(fault);
    await product.server.kill();
    await product.sandbox.control('DELETE', '/faults');
    await makeDue();
    await product.restart();
    await expectSentTwice(email);
    await shows(outbox, []);
  });

  test('eight senders on one outbox, and the server’s, send each email once', async () => {
    const smtp = { DB_POOL: '2', SANDBOX_SMTP_PORT: String(product.sandbox.smtpPort) };
    const config = loadConfig({ ...product.database.env, ...smtp });
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    const prisma = await openPrisma(config, log);
    const senders = Array.from({ length: 8 }, () => new Jobs(prisma, log));
    const [links, catalogue] = [new MailLinks(config, prisma), new Catalogue(config)];
    for (const jobs of senders) new MailSender(config, prisma, links, catalogue, log, jobs);
    const recipients = Array.from({ length: 40 }, newEmail);
    await Promise.all(recipients.map((each) => queue(each)));
    for (const sender of senders) sender.onApplicationBootstrap();
    await shows(outbox, []);
    for (const sender of senders) await sender.onModuleDestroy();
    await prisma.onApplicationShutdown();
    const counts = await Promise.all(recipients.map(async (each) => (await api.mails(each)).length));
    expect(counts).toEqual(recipients.map(() => 1));
  });
});

test('a hostile address gets no email, and one with odd but valid characters gets exactly its own', async () => {
  for (const each of ['a@lab.example\r\nBcc: b@lab.example', 'a@lab.example>\r\nRCPT TO:<b@lab.example'])
    await queue(each);
  const odd = `o'brien+tag_=?#{}|~%&*/^$!${newEmail()}`;
  await queue(odd);
  const [mail] = await api.mails(odd);
  expect(mail?.recipients).toEqual([odd]);
  await shows(outbox, []);
  for (const each of ['a@lab.example', 'b@lab.example']) expect(await api.mails(each, 0)).toEqual([]);
});

test('an email has text and HTML with the same link, in short lines of ASCII, and is marked as automatic', async () => {
  const email = await signedUp();
  const { source, ...mail } = await api.mail(email, /Confirm your email address/);
  expect(mail).toMatchObject({ recipients: [email], from: '"NovaCore" <no-reply@novacore.example>' });
  expect(mail.html).toContain(`${product.url}/verify-email#token=${/#token=([\w-]{43})/.exec(mail.text)?.[1]}`);
  expect(source).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
  expect(source).toMatch(/^Content-Type: multipart\/alternative;/m);
  expect(source).not.toMatch(/[^\t\r\n\x20-\x7e]/);
  expect(source.split('\r\n').filter((line) => line.length > 76 && !/^\S+: |^ /.test(line))).toEqual([]);
});
