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
  await api.mails(payer.email, 2);
  const month = new Date(Date.now() + 19_800_000).toISOString().slice(0, 7);
  const read = async () => {
    const { body: order } = await api.get(`/user/order/${id}`, payer.token).expect(200);
    const { body: staffOrder } = await api.get(`/desk/orders/${id}`, finance.token).expect(200);
    const { body: data } = await api.get('/user/export', payer.token).expect(200);
    const { text: csv } = await api.get(`/desk/months/${month}/exports/receipts`, finance.token).expect(200);
    const mails = await api.mails(payer.email, 2);
    const receipts = mails.filter(({ subject }) => /^Receipt/.test(subject));
    const texts = receipts.map(({ text, html }) => [text, html]);
    const documents = [order, staffOrder, data.orders[0]].map((each) => [each.product, each.document]);
    return { documents, csv, receipt: texts.at(-1), sent: texts.length };
  };
  const { sent, ...before } = await read();
  expect(before.documents[0]?.[1]).toMatchObject({
    seller: { legalName: 'NovaCore Example Private Limited' },
    lines: [{ product: 'account_setup', amountPaise: 15_000 }],
    taxLines: [],
    paidAt: expect.stringMatching(/\+05:30$/),
  });
  await changeSettings('Something else');
  await api.post('/desk/mails', { orderId: id }, finance.token).expect(202);
  await api.mails(payer.email, 3);
  expect(await read()).toEqual({ ...before, sent: sent + 1 });
  await expect(product.database.query(`UPDATE receipts SET document = '{}'`)).rejects.toThrow('documents never change');
});

test('an order that release 1.3 sold gets its document once, when it is first read', async () => {
  const { api, product } = desk;
  const payer = await api.newPerson();
  const { id } = await desk.paidOrder(payer);
  await product.database.query(`SET session_replication_role = replica; DELETE FROM receipts
    USING orders WHERE id = order_id AND provider_order_id = '${id}';
    UPDATE orders SET title = NULL WHERE provider_order_id = '${id}'; SET session_replication_role = DEFAULT`);
  const title = async () => {
    const { body } = await api.get(`/user/order/${id}`, payer.token).expect(200);
    return [body.product.title, body.document.lines[0].title, body.document.seller.legalName];
  };
  await changeSettings('First read');
  const first = ['First read', 'First read', 'Seller of First read'];
  expect(await Promise.all(Array.from({ length: 6 }, title))).toEqual(Array(6).fill(first));
  await changeSettings('Later');
  expect(await title()).toEqual(first);
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
