import { shows } from '../support/eventually';
import { useProduct } from '../support/use-product';

const { product, api } = useProduct();

const receipts = async (email: string) => (await api.mails(email, 0)).filter(({ subject }) => /^Receipt/.test(subject));
const newPayer = async () => ({ ...(await api.newPerson()), id: await api.newOrder() });
const noMailWaits = () => shows(() => product.database.query('SELECT FROM mail_outbox'), []);

test('a paid order sends one receipt with amount, number, order and payment, however often it is reported', async () => {
  const { email, token, id } = await newPayer();
  await api.claimOrder(id, token).expect(200);
  const paid = await api.pay(id);
  await Promise.all(Array.from({ length: 4 }, () => api.verifyPayment(paid, token)));
  await product.sandbox.control('POST', '/webhooks/flush');
  await api.mails(email, 2);
  await noMailWaits();
  const [receipt, ...more] = await receipts(email);
  expect(more).toEqual([]);
  const { body: order } = await api.get(`/user/order/${id}`, token).expect(200);
  for (const fact of ['₹150.00', order.receiptNumber, id, paid.razorpay_payment_id])
    expect(receipt?.text).toContain(fact);
  expect(receipt?.text).toMatch(/Paid on: \d{1,2} [A-Z][a-z]{2} \d{4}, \d{1,2}:\d{2} [ap]m IST/);
});

test('an order that was paid before it was claimed sends its receipt to the person who claims it, once', async () => {
  const { email, token, id } = await newPayer();
  const paid = await api.pay(id);
  await product.sandbox.control('POST', '/webhooks/flush');
  await noMailWaits();
  await Promise.all([api.claimOrder(id, token), api.verifyPayment(paid, token), api.claimOrder(id, token)]);
  await api.mails(email, 2);
  await noMailWaits();
  expect(await receipts(email)).toHaveLength(1);
});

test('each state that a refund enters sends one email, however often it is reported', async () => {
  const { sandbox } = product;
  const { email, token, id } = await newPayer();
  await api.claimOrder(id, token).expect(200);
  const paid = await api.pay(id);
  await api.verifyPayment(paid, token).expect(200);
  const refundOnce = async (step: string) => {
    await sandbox.control('PUT', '/account', { refundOutcome: 'pending' });
    const refund = await sandbox.control<{ id: string }>('POST', `/payments/${paid.razorpay_payment_id}/refund`);
    await sandbox.control('POST', '/webhooks/flush');
    await sandbox.control('POST', `/refunds/${refund.id}/${step}`);
    await sandbox.control('POST', '/webhooks/flush');
    await api.verifyPayment(paid, token);
  };
  await refundOnce('fail');
  await refundOnce('process');
  await noMailWaits();
  const subjects = (await api.mails(email, 0)).map(({ subject }) => subject);
  // The server sends two at a time, so emails arrive in any order.
  expect(subjects.filter((subject) => /refund/.test(subject)).sort()).toEqual([
    'Your ₹150.00 refund is delayed',
    'Your ₹150.00 refund is on its way',
    'Your ₹150.00 refund is on its way',
    '₹150.00 was refunded to you',
  ]);
});
