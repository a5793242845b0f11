import { OperatorAlerts } from '../../apps/bff/src/alerts/operator-alerts';
import { loadConfig } from '../../apps/bff/src/config/load-config';
import { openPrisma } from '../../apps/bff/src/database/prisma.service';
import { Jobs } from '../../apps/bff/src/jobs/jobs';
import { apiOf } from '../support/api';
import { shows } from '../support/eventually';
import { testOnPostgres } from '../support/on-postgres';
import { startProduct, type TestProduct } from '../support/server';

const operator = 'operator@novacore.example';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const query = (sql: string) => product.database.query(sql);

/** What four servers do at their starts, at once. The running server sends the mails. */
async function lookTogether() {
  const config = loadConfig({ ...product.database.env, DB_POOL: '1', OPERATOR_EMAIL: operator });
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
  await shows(() => query("SELECT FROM mail_outbox WHERE kind = 'OPERATOR_ALERT'"), []);
}

testOnPostgres('what needs a person is mailed once a day until it ends, whatever the number of servers', async () => {
  const api = apiOf(product);
  const itemsIn = async (mails: number) =>
    (await api.mails(operator, mails))
      .map(({ text }) => text)
      .join('\n')
      .match(/^(Order|Dispute|Payment) \S+|^Mails/gm)
      ?.sort();
  await query(`
    INSERT INTO open_items (kind, subject) VALUES ('review', 'order_1'), ('dispute', 'disp_1'), ('refund', 'pay_1'),
      ('deleted', 'order_2');
    INSERT INTO open_items (kind, subject, since) VALUES ('refund', 'pay_later', now() + interval '1 hour');
    INSERT INTO mail_outbox (id, kind, recipient, created_at, next_attempt_at) VALUES
      (gen_random_uuid(), 'EMAIL_CHANGED', 'slow@lab.example', now() - interval '31 minutes', now() + interval '1 hour')`);
  await lookTogether();
  const expected = ['Dispute disp_1', 'Mails', 'Order order_1', 'Order order_2', 'Payment pay_1'];
  expect(await itemsIn(1)).toEqual(expected);
  await lookTogether();
  expect(await itemsIn(1)).toEqual(expected);
  await query(`UPDATE open_items SET mailed_at = mailed_at - interval '1 day';
    UPDATE open_items SET dismissed_at = now(), dismissal_reason = 'settled by phone' WHERE kind = 'dispute';
    UPDATE open_items SET closed_at = now() WHERE kind IN ('deleted', 'refund')`);
  await lookTogether();
  expect(await itemsIn(2)).toEqual([...expected, 'Mails', 'Order order_1'].sort());
});
