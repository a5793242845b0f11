import { apiOf } from '../support/api';
import { shows } from '../support/eventually';
import { describeOnPostgres } from '../support/on-postgres';
import { runOrders } from '../support/orders';
import { freePort } from '../support/process';
import { startProduct, startServer, type TestProduct } from '../support/server';

const operator = 'operator@desk.example';

describeOnPostgres('what needs a person', () => {
  let product: TestProduct;
  let env: Record<string, string | undefined>;
  beforeAll(async () => {
    product = await startProduct({ OPERATOR_EMAIL: operator });
    env = { ...product.database.env, SANDBOX_PORT: String(product.sandbox.port) };
  });
  afterAll(() => product.close());

  const control = <T>(path: string, body?: object, method = 'POST') => product.sandbox.control<T>(method, path, body);
  const mails = (count: number) => apiOf(product).mails(operator, count);
  const itemsIn = (text: string) => text.match(/^(Order|Dispute|Payment) \S+|^Mails/gm)?.sort();

  /** Four servers start at once on what waits in the books. */
  async function startTogether() {
    await product.server.stop();
    const ports = await Promise.all([1, 2, 3, 4].map(freePort));
    const settings = { ...env, OPERATOR_EMAIL: operator, SANDBOX_SMTP_PORT: String(product.sandbox.smtpPort) };
    const servers = await Promise.all(ports.map((port) => startServer(port, settings)));
    await shows(() => product.database.query("SELECT FROM mail_outbox WHERE kind = 'OPERATOR_ALERT'"), []);
    await Promise.all(servers.map((server) => server.stop()));
  }

  test('is mailed once a day, whatever the number of servers', async () => {
    const api = apiOf(product);
    const { token } = await api.newPerson();
    const id = await api.newOrder();
    const { razorpay_payment_id: paymentId, ...rest } = await api.pay(id, { method: 'card', amount: 14_000 });
    await api.verifyPayment({ razorpay_payment_id: paymentId, ...rest }, token);
    await control('/account', { refundOutcome: 'failed' }, 'PUT');
    await runOrders(env, 'refund', id);
    const dispute = await control<{ id: string }>(`/payments/${paymentId}/dispute`);
    await control('/webhooks/flush');
    await product.database.query(`INSERT INTO mail_outbox (id, kind, recipient, created_at, next_attempt_at) VALUES
      (gen_random_uuid(), 'EMAIL_CHANGED', 'slow@desk.example', now() - interval '31 minutes', now() + interval '1 hour')`);
    await startTogether();
    const expected = ['Dispute '.concat(dispute.id), 'Mails', `Order ${id}`, `Payment ${paymentId}`];
    const text = async (count: number) => (await mails(count)).map((mail) => mail.text).join('\n');
    expect(itemsIn(await text(1))).toEqual(expected);
    await startTogether();
    expect(itemsIn(await text(1))).toEqual(expected);
    await product.database.query("UPDATE operator_alerts SET alerted_at = alerted_at - interval '1 day'");
    await startTogether();
    expect(itemsIn(await text(2))).toEqual([...expected, ...expected].sort());
    await product.restart();
  });
});
