import { createHash } from 'node:crypto';
import type { Fixture } from '../faults/fixture';
import type { CheckoutReply } from '../support/api';

/** Choices that the same seed repeats. */
function chanceOf(seed: number) {
  let count = 0;
  const next = () => {
    count += 1;
    return createHash('sha256').update(`${seed} ${count}`).digest().readUInt32BE() / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    percent: (percent: number) => next() * 100 < percent,
    pick: <T>(all: readonly T[]) => all[below(all.length)] as T,
    shuffled: <T>(all: readonly T[]) =>
      all
        .map((value) => ({ value, rank: next() }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ value }) => value),
  };
}
type Chance = ReturnType<typeof chanceOf>;

/** Everything a payer works with. `up` resolves while the server runs. */
export interface World {
  fixture: Fixture;
  tokens: string[];
  up: () => Promise<void>;
}

const reads = ['listOrders', 'fetchPayment', 'fetchOrderPayments'];
const operations = [...reads, 'createOrder', 'capturePayment', 'refundPayment'];
const outcomes = ['captured', 'captured', 'captured', 'captured', 'authorized', 'failed', 'created'];
const eventNames = ['payment.failed', 'payment.authorized', 'payment.captured', 'order.paid', 'refund.processed'];
const finalStatuses = [200, 201, 400, 403, 404, 409, 502];

/** Something goes wrong at the provider, sometime soon. Calls that hang take seconds, so they are rare. */
async function maybeFault({ fixture }: World, chance: Chance) {
  if (!chance.percent(25)) return;
  const kind = chance.percent(3) ? 'hang' : chance.pick(['delay', 'status', 'drop', 'garbage'] as const);
  const when = chance.pick(['before', 'after'] as const);
  const fault = { operation: chance.pick(operations), kind, when } as const;
  if (kind === 'delay') await fixture.fault({ ...fault, ms: chance.below(200) });
  else if (kind === 'status') await fixture.fault({ ...fault, status: chance.pick([500, 502, 429]) });
  else await fixture.fault(fault);
}

/** Repeats a call, as a patient page does, until its reply is final. @returns undefined after too many tries */
async function insist(world: World, call: () => PromiseLike<{ status: number; body: { id?: string } }>) {
  for (let turn = 0; turn < 4; turn++) {
    await world.up();
    const reply = await Promise.resolve(call()).catch(() => undefined); // the server was killed
    if (reply && finalStatuses.includes(reply.status)) return reply;
  }
  return undefined;
}

/** Events arrive in any order, some often, some never. */
async function deliverSome({ fixture, up }: World, chance: Chance, orderId: string) {
  const events = chance.shuffled(eventNames).slice(chance.below(3));
  await up();
  await fixture.release({ orderId, events, times: 1 + chance.below(3), parallel: chance.percent(50) });
}

function howToPay(chance: Chance) {
  const odd = chance.percent(4) ? chance.pick([{ amount: 14999 }, { currency: 'USD' }]) : {};
  return { outcome: chance.pick(outcomes), late: chance.percent(15), ...odd };
}

/** One person's payment, with random luck. */
export async function payOnce(world: World, seed: number): Promise<void> {
  const chance = chanceOf(seed);
  const { fixture } = world;
  const token = chance.pick(world.tokens);
  await maybeFault(world, chance);
  const id = (await insist(world, () => fixture.api.createOrder()))?.body.id;
  if (!id) return;
  if (chance.percent(85)) await insist(world, () => fixture.api.claimOrder(id, token));
  const paid: CheckoutReply[] = [];
  for (let tries = chance.pick([0, 1, 1, 1, 1, 1, 2, 3]); tries > 0; tries--)
    paid.push(await fixture.api.pay(id, howToPay(chance)));
  await maybeFault(world, chance);
  const reported = paid.filter(() => chance.percent(70));
  const steps = [
    ...reported.map((each) => () => insist(world, () => fixture.api.verifyPayment(each, token))),
    ...[60, 30].filter(chance.percent).map(() => () => deliverSome(world, chance, id)),
  ];
  await Promise.all(chance.shuffled(steps).map((step) => step()));
}
