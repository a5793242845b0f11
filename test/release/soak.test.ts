import { type Fixture, useFixture } from '../faults/fixture';
import { expectInvariants } from '../faults/invariants';
import { payOnce, type World } from './soak-payer';

/** The same seed repeats the same payments. */
const payments = 200;
const seed = Number(process.env.SEED || 20_261_121);
const atOnce = 8;
const killEvery = 40;

const fixture = useFixture();

const known = `
  SELECT p.id, o.provider_order_id AS order_id, p.status::text, p.amount_paise AS amount,
    p.amount_refunded_paise AS amount_refunded
  FROM payments p JOIN orders o ON o.id = p.order_id ORDER BY p.id`;

type Payment = Awaited<ReturnType<Fixture['provider']>>['payments'][number];
const hasMoney = ({ status }: Payment) => ['authorized', 'captured', 'refunded'].includes(status);
const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

/** Provider and database agree on every payment with money in it, to the paisa, and on every refund. */
async function expectReconciled({ database, provider }: Fixture) {
  const { payments, refunds } = await provider();
  const theirs = payments
    .filter(hasMoney)
    .map(({ id, order_id, status, amount, amount_refunded }) => ({ id, order_id, status, amount, amount_refunded }));
  const ours = (await database.query<Payment>(known)).filter(hasMoney);
  expect(ours).toEqual(theirs.sort(byId));

  const surplus = await database.query<{ id: string; amount: number; status: string }>(
    'SELECT id, status::text, amount_paise AS amount FROM payments WHERE surplus ORDER BY id',
  );
  for (const { id, amount, status } of surplus) {
    expect(status).toBe('refunded');
    expect(refunds.filter(({ payment_id }) => payment_id === id)).toMatchObject([{ amount }]);
  }
}

test(
  `${payments} payments under random faults leave provider and database reconciled (SEED=${seed})`,
  async () => {
    let running = Promise.resolve();
    const people = await Promise.all([1, 2, 3].map(() => fixture.api.newPerson()));
    const world: World = { fixture, tokens: people.map(({ token }) => token), up: () => running };
    let started = 0;
    const lane = async () => {
      while (started < payments) {
        const number = started++;
        if (number % killEvery === killEvery - 1) running = fixture.restart();
        await running;
        await payOnce(world, seed * 10_007 + number);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, lane));

    // The provider repeats an event until it has arrived, and only events report refunds. Other events stay lost.
    await fixture.calm();
    await fixture.release({ events: ['refund.processed'] });
    await fixture.checkAll();
    await fixture.release({ events: ['refund.processed'] });
    await fixture.server().stop();
    await expectInvariants(fixture.database);
    await expectReconciled(fixture);
  },
  300_000 + payments * 3_000,
);
