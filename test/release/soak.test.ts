import { useFixture } from '../faults/fixture';
import { expectInvariants } from '../faults/invariants';
import { payOnce, type World } from './soak-payer';
import { expectReconciled } from './soak-reconcile-check';

/** The same seed repeats the same payments. */
const payments = 500;
const seed = Number(process.env.SEED || 20_261_121);
const atOnce = 8;
const killEvery = Math.max(40, Math.ceil(payments / 10));

const fixture = useFixture();

test(
  `${payments} payments under random faults leave provider and database reconciled (SEED=${seed})`,
  async () => {
    let running: Promise<void> = Promise.resolve();
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
