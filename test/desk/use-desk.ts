import { startDesk, type TestDesk } from '../support/staff';

export type Staff = Awaited<ReturnType<TestDesk['staff']>>;

/** A desk for all tests of the file that calls this, with a staff member of each role and a payer. */
export function useDesk() {
  const desk = {} as TestDesk;
  const [finance, support] = [{} as Staff, {} as Staff];
  const payer = {} as Awaited<ReturnType<TestDesk['api']['newPerson']>>;
  beforeAll(async () => {
    Object.assign(desk, await startDesk());
    const found = await Promise.all([desk.staff('finance'), desk.staff('support'), desk.api.newPerson()]);
    Object.assign(finance, found[0]);
    Object.assign(support, found[1]);
    Object.assign(payer, found[2]);
  });
  afterAll(() => desk.product.close());
  return {
    ...{ desk, finance, support, payer },
    get: (path: string, token = support.token) => desk.api.get(`/desk${path}`, token),
    paidOrder: (how?: object) => desk.paidOrder(payer, how),
    query: (sql: string, values: unknown[] = []) => desk.product.database.query(sql, values),
    control: <T = unknown>(method: string, path: string, body?: unknown) =>
      desk.product.sandbox.control<T>(method, path, body),
  };
}
