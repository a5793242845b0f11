import { password } from '../support/api';
import { describeOnPostgres } from '../support/on-postgres';
import { deskOf } from '../support/staff';
import { useProduct } from '../support/use-product';

const operator = 'operator@deleted.example';

describeOnPostgres('a person whose payment may be on its way', () => {
  const { product, api } = useProduct({ OPERATOR_EMAIL: operator });
  beforeAll(async () => {
    await product.sandbox.control('PUT', '/webhooks', { mode: 'hold' });
  });

  const claim = (id: string, token: string) => api.claimOrder(id, token).expect(200);
  const minutesAgo = (id: string, minutes: number) =>
    product.database.query(`UPDATE orders SET checkout_at = now() - interval '${minutes} minutes'
      WHERE provider_order_id = '${id}'`);
  const remove = async (token: string, how: object = {}) =>
    (await api.post('/user/delete', { password, ...how }, token)).body;
  const inProgress = expect.objectContaining({ status: 409, code: 'payment_in_progress' });

  test('is asked again before the account is deleted, while an order is at checkout or holds authorized money', async () => {
    const { token } = await api.newPerson();
    const id = await api.newOrder();
    await claim(id, token);
    expect(await remove(token)).toEqual(inProgress);
    expect(await remove(token, { despitePayment: false })).toEqual(inProgress);
    expect(await remove(token, { password: 'not the one' })).toMatchObject({ code: 'credentials_invalid' });
    // Opening checkout again restarts the wait.
    await minutesAgo(id, 16);
    await claim(id, token);
    expect(await remove(token)).toEqual(inProgress);
    await minutesAgo(id, 16);
    const authorized = await api.pay(id, { outcome: 'authorized' });
    await api.verifyPayment(authorized, token).expect(200);
    expect(await remove(token)).toEqual(inProgress);
    await api.me(token).expect(200);
    expect(await remove(token, { despitePayment: true })).toEqual({ keptOrders: 1 });
  });

  test('is not asked again a quarter of an hour after checkout, nor about money that has arrived', async () => {
    const { token } = await api.newPerson();
    const [open, paid] = [await api.newOrder(), await api.newOrder()];
    for (const id of [open, paid]) await claim(id, token);
    await api.verifyPayment(await api.pay(paid), token).expect(200);
    await minutesAgo(open, 16);
    expect(await remove(token)).toEqual({ keptOrders: 2 });
  });

  test('who has deleted it learns that from every token, also the one that deleted it', async () => {
    const { email, token } = await api.newPerson();
    const another = await api.newToken(email);
    await claim(await api.newOrder(), token);
    expect(await remove(token, { despitePayment: true })).toEqual({ keptOrders: 1 });
    for (const each of [token, another]) expect((await api.me(each).expect(401)).body.code).toBe('account_deleted');
  });

  test('and pays all the same: the operator gets an email about it, and it is refunded at the desk', async () => {
    const { token } = await api.newPerson();
    const [late, before] = [await api.newOrder(), await api.newOrder()];
    for (const id of [late, before]) await claim(id, token);
    await api.verifyPayment(await api.pay(before), token).expect(200);
    expect(await remove(token, { despitePayment: true })).toEqual({ keptOrders: 2 });
    const returned = await api
      .post('/payment/return')
      .type('form')
      .send(await api.pay(late));
    expect(returned.headers.location).toMatch(/^\/payment\?failed=account_deleted&payment=pay_\w{14}$/);
    await product.sandbox.control('POST', '/webhooks/flush');
    await product.server.stop();
    await product.restart();
    const [mail] = await api.mails(operator);
    expect(mail?.text.match(/^Order .*$/gm)).toEqual([
      `Order ${late} was paid after its payer had deleted the account. Refund it.`,
    ]);
    const desk = deskOf(product);
    const { body: refunded } = await desk.refund((await desk.staff('finance')).token, late);
    expect(refunded.order).toMatchObject({ status: 'REFUNDED', payments: [{ status: 'refunded' }] });
  });
});
