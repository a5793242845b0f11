import type { Fixture } from '../faults/fixture';

interface KnownPayment {
  id: string;
  order_id: string;
  status: string;
  amount: number;
  amount_refunded: number;
}

const known = `
  SELECT p.id, o.provider_order_id AS order_id, p.status::text, p.amount_paise AS amount,
    p.amount_refunded_paise AS amount_refunded
  FROM payments p JOIN orders o ON o.id = p.order_id ORDER BY p.id`;

const hasMoney = ({ status }: KnownPayment) => ['authorized', 'captured', 'refunded'].includes(status);
const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

/** Provider and database agree on every payment with money in it, to the paisa, and on every refund. */
export async function expectReconciled({ database, provider }: Fixture) {
  const { payments, refunds } = await provider();
  const theirs = payments
    .filter(hasMoney)
    .map(({ id, order_id, status, amount, amount_refunded }) => ({ id, order_id, status, amount, amount_refunded }));
  const ours = (await database.query<KnownPayment>(known)).filter(hasMoney);
  expect(ours).toEqual(theirs.sort(byId));

  const surplus = await database.query<{ id: string; amount: number; status: string }>(
    'SELECT id, status::text, amount_paise AS amount FROM payments WHERE surplus ORDER BY id',
  );
  for (const { id, amount, status } of surplus) {
    expect(status).toBe('refunded');
    expect(refunds.filter(({ payment_id }) => payment_id === id)).toMatchObject([{ amount }]);
  }
}
