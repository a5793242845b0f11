import { OperatorAlerts } from '../../apps/bff/src/alerts/operator-alerts';
import type { Config } from '../../apps/bff/src/config/config';
import { openPrisma } from '../../apps/bff/src/database/prisma.service';
import { Jobs } from '../../apps/bff/src/jobs/jobs';
import { apiOf, password } from '../support/api';
import { runOrders } from '../support/commands';
import { eventually, shows } from '../support/eventually';
import { describeOnPostgres } from '../support/on-postgres';
import { freePort } from '../support/process';
import { startProduct, startServer, type TestProduct } from '../support/server';
import { deskOf } from '../support/staff';

/** The mail server of a private network may have a name without a dot. */
const operator = 'operator@localhost';

describeOnPostgres('what needs a person', () => {
  let product: TestProduct;
  let env: Record<string, string | undefined>;
  beforeAll(async () => {
    product = await startProduct({ OPERATOR_EMAIL: operator });
    env = { ...product.database.env, SANDBOX_PORT: String(product.sandbox.port) };
  });
  afterAll(() => product.close());

  const control = <T>(path: string, body?: object, method = 'POST') => product.sandbox.control<T>(method, path, body);
  const api = () => apiOf(product);
  const mails = (count: number) => api().mails(operator, count);
  const itemsIn = (text: string) => text.match(/^(Order|Dispute|Payment) \S+|^Mails/gm)?.sort();

  const due = `SELECT FROM open_items WHERE closed_at IS NULL AND dismissed_at IS NULL AND since <= now()
    AND (mailed_at IS NULL OR mailed_at <= now() - interval '1 day')`;
  async function alertsSent() {
    for (const waiting of [due, "SELECT FROM mail_outbox WHERE kind = 'OPERATOR_ALERT'"])
      await shows(() => product.database.query(waiting), []);
  }

  /** Two servers start at once on what waits in the books. */
  async function startTogether() {
    await product.server.stop();
    await product.database.query('UPDATE orders SET next_check_at = NULL'); // nothing else happens
    const settings = { ...env, OPERATOR_EMAIL: operator, SANDBOX_SMTP_PORT: String(product.sandbox.smtpPort) };
    const [other] = await Promise.all([startServer(await freePort(), settings), product.restart()]);
    await alertsSent();
    await other.stop();
  }

  /** What four servers do at their starts, at once. The running server sends the mails. */
  async function lookTogether() {
    const { DATABASE_URL: databaseUrl = '', DATA_DIR: dataDir } = product.database.env;
    const config = { databaseUrl, dataDir, databasePool: 1, operatorEmail: operator } as Config;
    const error = (fields: object) => expect(fields).toBeUndefined();
    const look = async () => {
      const log = { info: error, warn: error, error };
      const prisma = await openPrisma(config, log);
      const jobs = new Jobs(prisma, log);
      new OperatorAlerts(config, prisma, jobs);
      const runs = jobs.all.map((job) => job.options.run(job));
      await Promise.all(runs).finally(() => prisma.onApplicationShutdown());
    };
    await Promise.all([look(), look(), look(), look()]);
    await alertsSent();
  }

  async function paidOrder(token: string) {
    const id = await api().newOrder();
    const paid = await api().pay(id);
    await api().verifyPayment(paid, token).expect(200);
    return { id, paymentId: paid.razorpay_payment_id };
  }

  /** A refund in the books. @param ageHours since the provider made it */
  const addRefund = (paymentId: string, attempt: number, status: string, paise: number, ageHours: number) =>
    product.database.query(`INSERT INTO refunds (provider_id, payment_id, attempt, status, amount_paise, provider_created_at)
      VALUES ('rfnd_${attempt}', '${paymentId}', ${attempt}, '${status}', ${paise}, now() - interval '${ageHours} hours')`);

  /** An order that is paid after its owner has deleted the account. */
  async function paidWithoutOwner() {
    const { token } = await api().newPerson();
    const id = await api().newOrder();
    await api().claimOrder(id, token).expect(200);
    await api().post('/user/delete', { password, despitePayment: true }, token).expect(200);
    await api().pay(id);
    await control('/webhooks/flush');
    return id;
  }

  /** The bank returns a refund that was processed, and the provider reports it. */
  async function failRefundOf(paymentId: string) {
    const { refunds } = await control<{ refunds: { id: string; payment_id: string }[] }>('/state', undefined, 'GET');
    await control(`/refunds/${refunds.find(({ payment_id }) => payment_id === paymentId)?.id}/fail`);
    await control('/webhooks/flush');
  }

  /** A second payment whose refund was processed. */
  async function returnedRefund(token: string) {
    const { id } = await paidOrder(token);
    const second = (await api().pay(id)).razorpay_payment_id;
    await control('/webhooks/flush');
    await runOrders(env, 'reconcile', id);
    const refunded = { refunds: [{ status: 'processed' }], surplus: true, status: 'refunded' };
    await eventually(async () =>
      expect((await api().get(`/user/order/${id}`, token)).body.payments[1]).toMatchObject(refunded),
    );
    return second;
  }

  test('is mailed once a day, whatever the number of servers', async () => {
    const { token } = await api().newPerson();
    const returned = await returnedRefund(token);
    const orphaned = await paidWithoutOwner();
    const partly = await paidOrder(token);
    const id = await api().newOrder();
    const { razorpay_payment_id: paymentId, ...rest } = await api().pay(id, { method: 'card', amount: 14_000 });
    await api().verifyPayment({ razorpay_payment_id: paymentId, ...rest }, token);
    await control('/account', { refundOutcome: 'failed' }, 'PUT');
    const desk = deskOf(product);
    const finance = await desk.staff('finance');
    await desk.refund(finance.token, id);
    const disputed = await paidOrder(token);
    await desk.refund(finance.token, disputed.id);
    const dispute = await control<{ id: string }>(`/payments/${disputed.paymentId}/dispute`);
    await control('/webhooks/flush');
    // An older failure that was reported later is not the last word.
    await addRefund(partly.paymentId, 1, 'processed', 5_000, 1);
    await addRefund(partly.paymentId, 2, 'failed', 5_000, 2);
    expect((await api().get(`/user/order/${partly.id}`, token)).body.refundStatus).toBe('processed');
    await product.database.query(`UPDATE refunds SET provider_created_at = now() - interval '2 hours'
      WHERE payment_id = '${returned}'`);
    await failRefundOf(returned);
    await product.database.query(`INSERT INTO mail_outbox (id, kind, recipient, created_at, next_attempt_at) VALUES
      (gen_random_uuid(), 'EMAIL_CHANGED', 'slow@desk.example', now() - interval '31 minutes', now() + interval '1 hour')`);
    await startTogether();
    const expected = [
      'Dispute '.concat(dispute.id),
      'Mails',
      `Order ${id}`,
      `Order ${orphaned}`,
      `Payment ${paymentId}`,
      `Payment ${returned}`,
    ].sort();
    const text = async (count: number) => (await mails(count)).map((mail) => mail.text).join('\n');
    expect(itemsIn(await text(1))).toEqual(expected);
    await lookTogether();
    expect(itemsIn(await text(1))).toEqual(expected);
    await product.database.query("UPDATE open_items SET mailed_at = mailed_at - interval '1 day'");
    await lookTogether();
    expect(itemsIn(await text(2))).toEqual([...expected, ...expected].sort());
    const later = await finance.logIn();
    const { items } = (await api().get('/desk/items', later).expect(200)).body;
    for (const { kind, subject } of items.filter((item: { kind: string }) => item.kind !== 'outbox'))
      await desk.put(later, `/items/${kind}/${subject}/dismissal`, { reason: 'settled by phone' }).expect(204);
    await product.database.query("UPDATE open_items SET mailed_at = mailed_at - interval '31 days'");
    await lookTogether();
    expect(itemsIn(await text(3))).toEqual([...expected, ...expected, 'Mails'].sort());
  });
});
