import { type Api, apiOf } from '../support/api';
import { describeOnPostgres } from '../support/on-postgres';
import { runPeople, runPeople } from '../support/commands';
import { startProduct, type TestProduct } from '../support/server';

describeOnPostgres('npm run people', () => {
  let product: TestProduct;
  let api: Api;
  let email: string;
  let token: string;
  beforeAll(async () => {
    product = await startProduct();
    api = apiOf(product);
    ({ email, token } = await api.newPerson());
    await api.claimOrder(await api.newOrder(), token).expect(200);
  });
  afterAll(() => product.close());

  const alone = (...args: string[]) => runPeople(product.database.env, ...args);
  const people = (...args: string[]) => runPeople(product.database.env, ...args);
  const json = async (...args: string[]) => JSON.parse((await people(...args, '--json')).stdout);

  test('find lists every account of an address, and a command for one of several wants its id', async () => {
    const claims = { email, name: 'Asha' };
    const { access_token } = await product.sandbox.control<{ access_token: string }>('POST', '/idp/token', claims);
    await api.me(access_token).expect(200);
    const found = await json('find', email);
    expect(found).toMatchObject([
      { email, identities: [], _count: { orders: 1 } },
      { email, identities: [{ subject: expect.any(String) }] },
    ]);
    expect(JSON.stringify(found)).not.toMatch(/argon2/);
    const several = { status: 1, stderr: expect.stringMatching(/several accounts/) };
    expect(await people('show', email.toUpperCase())).toMatchObject(several);
    expect((await alone('delete', found[1].id, '--reason', 'asked by phone')).stdout).toMatch(/^Deleted/);
    await api.me(access_token).expect(401);
  });

  test('an address is printed as one word of a shell', async () => {
    const stored = 'a|id;$IFS@lab.example';
    const { id } = await json('show', (await api.newPerson()).email);
    await product.database.query("UPDATE users SET email = $1 || '''x' WHERE id = $2::uuid", [stored, id]);
    expect((await people('show', id)).stdout).toContain(`'${stored}'\\''x'`);
    expect((await alone('find', '$(id)')).stdout).toBe('No accounts.\n');
    expect((await alone('show', '$(id)')).stderr).toBe("There is no account '$(id)'.\n");
  });

  test('export has what the person’s own export has', async () => {
    const { exportedAt: _, ...own } = (await api.get('/user/export', token).expect(200)).body;
    expect(JSON.parse((await alone('export', email, '--as', 'asha')).stdout)).toMatchObject(own);
  });

  test('end-sessions ends every token, and names the operator', async () => {
    const { stdout } = await alone('end-sessions', email, '--as', 'vikram', '--reason', 'lost phone');
    expect(stdout).toMatch(/asha +export[\s\S]*vikram +end sessions +lost phone/);
    await api.me(token).expect(401);
    await api.logIn(email).expect(200);
  });

  test('delete wants a reason, and follows the rules of the person’s own deletion', async () => {
    const { id } = await json('show', email);
    expect((await people('delete', email)).status).toBe(1);
    await product.database.query('UPDATE orders SET checkout_at = now()');
    const refused = await people('delete', email, '--reason', 'asked by mail');
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('add --despite-payment') });
    await product.database.query('UPDATE orders SET checkout_at = NULL');
    expect(await json('delete', email, '--as', 'asha', '--reason', 'asked by mail')).toEqual({ keptOrders: 1 });
    await api.logIn(email).expect(401);
    expect((await api.mail(email, /is deleted/, 3)).text).toMatch(/keep your payments/);
    expect(await json('show', id)).toMatchObject({
      email: null,
      operatorLog: ['find', 'export', 'end sessions', 'show', 'delete', 'show'].map((action) => ({ action })),
    });
    for (const change of ['DELETE FROM audit_log', 'TRUNCATE audit_log'])
      await expect(product.database.query(change)).rejects.toThrow(/only ever added to/);
  });
});
