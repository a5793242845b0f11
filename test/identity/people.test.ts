import { hostname, userInfo } from 'node:os';
import { runPeople } from '../support/commands';
import { describeOnPostgres } from '../support/on-postgres';
import { useProduct } from '../support/use-product';

describeOnPostgres('npm run people', () => {
  const { product, api } = useProduct();
  let email: string;
  let token: string;
  beforeAll(async () => {
    ({ email, token } = await api.newPerson());
    await api.claimOrder(await api.newOrder(), token).expect(200);
  });

  const people = (...args: string[]) => runPeople(product.database.env, ...args);

  test('a command refuses an address with several accounts and needs an account id', async () => {
    const claims = { email, name: 'Asha' };
    const { access_token } = await product.sandbox.control<{ access_token: string }>('POST', '/idp/token', claims);
    const { id } = (await api.me(access_token).expect(200)).body;
    const several = { status: 1, stderr: expect.stringMatching(/Several accounts/) };
    expect(await people('delete', email.toUpperCase(), '--reason', 'asked by phone')).toMatchObject(several);
    expect((await people('delete', id, '--reason', 'asked by phone')).status).toBe(0);
    await api.me(access_token).expect(401);
  });

  test('export has what the person’s own export has', async () => {
    const { exportedAt: _, ...own } = (await api.get('/user/export', token).expect(200)).body;
    expect(JSON.parse((await people('export', email, '--as', 'asha')).stdout)).toMatchObject(own);
  });

  test('delete wants a reason, follows the rules of the person’s own deletion, and names the operator', async () => {
    const { id } = (await api.me(token).expect(200)).body;
    const deletion = { action: 'delete', reason: 'asked by mail' };
    expect((await people('delete', email)).status).toBe(1);
    await product.database.query('UPDATE orders SET checkout_at = now()');
    const refused = await people('delete', email, '--reason', 'asked by mail');
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('add --despite-payment') });
    await product.database.query('UPDATE orders SET checkout_at = NULL');
    const deleted = await people('delete', email, '--as', 'vikram', '--reason', 'asked by mail');
    expect(JSON.parse(deleted.stdout)).toEqual({ keptOrders: 1 });
    await api.logIn(email).expect(401);
    expect((await api.mail(email, /is deleted/, 3)).text).toMatch(/keep your payments/);
    const log = `SELECT operator, action, reason, outcome FROM audit_log LEFT JOIN audit_outcomes USING (id)
      WHERE subject_id = $1 ORDER BY audit_log.at`;
    expect(await product.database.query(log, [id])).toEqual([
      { operator: 'asha', action: 'export', reason: null, outcome: 'done' },
      { operator: `${userInfo().username}@${hostname()}`, ...deletion, outcome: 'payment_in_progress' },
      { operator: 'vikram', ...deletion, outcome: 'done' },
    ]);
    for (const change of ['DELETE FROM audit_log', 'TRUNCATE audit_log CASCADE'])
      await expect(product.database.query(change)).rejects.toThrow(/only ever added to/);
  });
});
