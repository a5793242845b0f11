import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OrderService } from '../../apps/bff/src/payments/work/order.service';
import { openService } from '../books/world';
import { projectRoot } from '../support/paths';
import { startDesk, type TestDesk } from '../support/staff';

let desk: TestDesk;
beforeAll(async () => {
  desk = await startDesk({ OPERATOR_FILE: 'apps/web/operator.example.json' });
});
afterAll(() => desk.product.close());

/** Starts the server with another purpose of the payment and another seller. */
async function changeSettings(title: string) {
  const example = JSON.parse(readFileSync(join(projectRoot, 'apps/web/operator.example.json'), 'utf8'));
  const file = join(desk.product.database.env.DATA_DIR, `operator-${randomUUID()}.json`);
  const seller = { legalName: `Seller of ${title}`, registeredAddress: '2 New Road', gstStatement: 'Other words.' };
  writeFileSync(file, JSON.stringify({ ...example, ...seller }));
  await desk.product.server.stop();
  await desk.product.restart({ PAYMENT_PURPOSE: title, OPERATOR_FILE: file });
}

test('other settings after a payment change no receipt, email or export of it', async () => {
  const { api, product } = desk;
  const finance = await desk.staff('finance');
  const payer = await api.newPerson();
  const { id } = await desk.paidOrder(payer);
  const month = new Date(Date.now() + 19_800_000).toISOString().slice(0, 7);
  const read = async (emails: number) => {
    const { body: order } = await api.get(`/user/order/${id}`, payer.token).expect(200);
    const { body: staffOrder } = await api.get(`/desk/orders/${id}`, finance.token).expect(200);
    const { body: data } = await api.get('/user/export', payer.token).expect(200);
    const { text: csv } = await api.get(`/desk/months/${month}/exports/receipts`, finance.token).expect(200);
    const { text, html } = await api.mail(payer.email, /^Receipt/, emails);
    return {
      documents: [order, staffOrder, data.orders[0]].map((each) => [each.product, each.document]),
      csv,
      text,
      html,
    };
  };
  const before = await read(2);
  expect(before.text).toContain('Received by: NovaCore Example Private Limited');
  expect(before.documents[0]?.[1]).toMatchObject({ taxLines: [], paidAt: expect.stringMatching(/\+05:30$/) });
  await changeSettings('Something else');
  await api.post('/desk/mails', { orderId: id }, finance.token).expect(202);
  expect(await read(3)).toEqual(before);
  await expect(product.database.query(`UPDATE receipts SET document = '{}'`)).rejects.toThrow('documents never change');
});

test('an order that release 1.3 sold gets its document once, when it is first read', async () => {
  const { api, product } = desk;
  const payer = await api.newPerson();
  const { id } = await desk.paidOrder(payer);
  await product.database.query(`SET session_replication_role = replica;
    DELETE FROM receipts WHERE document ->> 'orderId' = '${id}';
    UPDATE orders SET title = NULL WHERE provider_order_id = '${id}'; SET session_replication_role = DEFAULT`);
  const read = async () => (await api.get(`/user/order/${id}`, payer.token).expect(200)).body.document;
  await changeSettings('First read');
  const [first, ...others] = await Promise.all([read(), read(), read(), read()]);
  expect(first).toMatchObject({ lines: [{ title: 'First read' }], seller: { legalName: 'Seller of First read' } });
  await changeSettings('Later');
  expect([...others, await read()]).toEqual(Array(4).fill(first));
});

test('a second product is ordered and paid, and has its title and amount on receipt and email', async () => {
  const { api, product } = desk;
  const { database, sandbox } = product;
  const { service: orders, close } = await openService<OrderService>(
    { ...database.env, SANDBOX_PORT: String(sandbox.port) },
    OrderService,
  );
  orders.catalogue.products.push({ code: 'top_up', title: 'Top-up', amountPaise: 100_000 });
  const { id } = await orders.createOrder({ amount: 1_000 as 150 });
  await close();
  const payer = await api.newPerson();
  await api.claimOrder(id, payer.token).expect(200);
  await api.verifyPayment(await api.pay(id), payer.token).expect(200);
  const { body: order } = await api.get(`/user/order/${id}`, payer.token).expect(200);
  expect(order).toMatchObject({
    product: { code: 'top_up', title: 'Top-up' },
    ...{ status: 'PAID', amountPaise: 100_000 },
    document: { lines: [{ product: 'top_up', title: 'Top-up', amountPaise: 100_000 }], amountPaise: 100_000 },
  });
  const { text, subject } = await api.mail(payer.email, /^Receipt/, 2);
  expect([subject, text]).toEqual(['Receipt for ₹1,000.00', expect.stringContaining('For: Top-up\nAmount: ₹1,000.00')]);
});
