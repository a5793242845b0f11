import { PaymentService } from '../../apps/bff/src/payment/payment.service';
import { providerUnavailable } from '../../apps/bff/src/payment/provider-call';

/** Whom the provider was asked for, in this order, and what ends each question. */
const asked: { person: string; end: () => void }[] = [];
const gateway = {
  signedCheckout: () => true,
  fetchPayment: (person: string) =>
    new Promise((_, reject) => asked.push({ person, end: () => reject(providerUnavailable()) })),
};
const order = { id: 'row', providerOrderId: 'order_aaaaaaaaaaaaaa', ownerId: 'somebody' };
const stubs = [{ payment: { findFirst: async () => null } }, gateway, { find: async () => order }, {}, {}, {}];
const payments = new PaymentService(...(stubs as unknown as ConstructorParameters<typeof PaymentService>));

/** This person's verification, of a payment whose id is their name. */
const verify = (person: string) => {
  const body = { razorpay_order_id: order.providerOrderId, razorpay_payment_id: person, razorpay_signature: '' };
  const input = { body, caller: { userId: person }, endTurn: () => {}, hasHungUp: () => false };
  return payments.verify(input as never).catch(({ code }) => code);
};
const settled = () => new Promise(setImmediate);

test('who asks once stands before forty people who ask over and over', async () => {
  const people = Array.from({ length: 40 }, (_, each) => `person ${each}`);
  const waiting = people.flatMap((person) => Array.from({ length: 10 }, () => verify(person)));
  await settled();
  const ofOne = people.map((person) => asked.filter((each) => each.person === person).length);
  expect([asked.length, Math.max(...ofOne)]).toEqual([64, 4]);
  const end = async (count: number) => {
    for (const question of asked.splice(0, count)) question.end();
    await settled();
  };
  await end(64);
  await end(64);
  waiting.push(verify('newcomer'));
  await end(2);
  expect(asked.slice(-2).map(({ person }) => person)).toContain('newcomer');
  while (asked.length) await end(64);
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['provider_unavailable']));
});
