import { type Answer, type Identifiers, isOpen, isRefused, isSuccess, type Shop } from './shop';

export interface Scenario {
  /** Stable. */
  id: string;
  /** The scenario in the provider's documents (razorpay.com/docs, "Test S2S": best practices, orders), where there is one. */
  razorpay?: string;
  title: string;
  run: (shop: Shop) => Promise<unknown>;
}

/** The explanation of a failed scenario. */
export function check(condition: boolean, failure: string): void {
  if (!condition) throw new Error(failure);
}
export const accepted = (answer: Answer) => check(isSuccess(answer), `a genuine payment is answered ${answer.status}`);
export const refused = (answer: Answer) => check(isRefused(answer), `answered ${answer.status}, not 4xx`);
const notAccepted = (answer: Answer) => check(!isSuccess(answer), `accepted with ${answer.status}`);

export const changed = (text: string) => (text.endsWith('0') ? `${text.slice(0, -1)}1` : `${text.slice(0, -1)}0`);

/** An order that is created while the provider misbehaves once: made exactly once, or not promised. */
export async function createDuring(shop: Shop, action: object, mustSucceed = false): Promise<void> {
  const before = (await shop.provider()).orders.length;
  await shop.fault({ operation: 'createOrder' }, action);
  const answer = await shop.create();
  const made = (await shop.provider()).orders.slice(before);
  check(isSuccess(answer) || (isOpen(answer) && !mustSucceed), `answered ${answer.status || 'nothing in time'}`);
  if (!isSuccess(answer)) return;
  check(made.length === 1, `the provider has ${made.length} orders for it`);
  check(made[0]?.id === answer.body.id, 'the answer names another order');
}

/** An order whose payment only events report. It becomes PAID. */
export async function paidByEvents(shop: Shop, choice?: Parameters<Shop['deliver']>[1]) {
  const { order, paid } = await shop.paidOrder();
  await shop.deliver(order, choice);
  await shop.untilPaid(order);
  return { order, paid };
}

/** A payment that is verified while the provider cannot be asked: neither accepted nor refused, and accepted later. */
export async function verifyDuring(shop: Shop, action: object): Promise<void> {
  const { order, paid } = await shop.paidOrder();
  await shop.fault({ method: 'GET', path: '^/v1/(orders|payments)' }, action, 0);
  const answer = await shop.verify(paid);
  check(!isSuccess(answer), 'accepted without an answer of the provider');
  check(isOpen(answer), `answered ${answer.status || 'nothing in time'}: a genuine payment is not to be refused`);
  await shop.calm();
  accepted(await shop.verify(paid));
  await shop.untilPaid(order);
}

/** An event that comes while the provider cannot be asked: answered 5xx, so that it comes again, or dealt with later. */
export async function hearDuring(shop: Shop, action: object): Promise<void> {
  const { order } = await shop.paidOrder();
  const { body, signature, id } = await shop.event(order, 'payment.captured');
  await shop.fault({ method: 'GET', path: '^/v1/(orders|payments)' }, action, 0);
  const answer = await shop.webhook(body, signature, id);
  await shop.calm();
  if (!isSuccess(answer)) accepted(await shop.webhook(body, signature, id));
  await shop.untilPaid(order);
}

/** An approved payment: the order asked for capture, or the shop captures. */
export async function captures(shop: Shop): Promise<void> {
  const { order, paid } = await shop.paidOrder({ outcome: 'created' });
  const id = paid.razorpay_payment_id;
  await shop.control('POST', `/payments/${id}/authorize`, {});
  await shop.verify(paid);
  await shop.deliver(order);
  const isCaptured = async () =>
    (await shop.provider()).payments.some((payment) => payment.id === id && payment.status === 'captured');
  for (let tries = shop.settings.timeoutMs / 250; tries > 0 && !(await isCaptured()); tries--) await shop.pause();
  check(await isCaptured(), 'an approved payment is not captured: the provider gives the money back');
}

/** A payment that is not to be accepted. */
export async function refuses(
  shop: Shop,
  how: object,
  then?: (paid: Identifiers) => Promise<unknown>,
): Promise<string> {
  const { order, paid } = await shop.paidOrder(how);
  await then?.(paid);
  notAccepted(await shop.verify(paid));
  await shop.never(order, 'PAID');
  return order;
}

/** Two captured payments of one order: one is kept, the other goes back, once. */
export async function secondPayment(shop: Shop): Promise<void> {
  const order = await shop.order();
  for (let payment = 1; payment <= 2; payment++) await shop.verify(await shop.pay(order));
  await shop.deliver(order);
  await shop.untilPaid(order);
  const mine = async () => {
    const { payments, refunds } = await shop.provider();
    const ids = payments.filter(({ order_id }) => order_id === order).map(({ id }) => id);
    return refunds.filter(({ payment_id }) => ids.includes(payment_id));
  };
  for (let tries = shop.settings.timeoutMs / 500; tries > 0 && !(await mine()).length; tries--)
    await shop.never(order, 'REFUNDED');
  const refunds = await mine();
  check(refunds.length > 0, 'the second payment is not refunded');
  check(refunds[0]?.idempotencyKey !== null, 'the refund has no idempotency key: a repeated request may refund twice');
  check(refunds.length === 1 && refunds[0]?.amount === 15_000, `${refunds.length} refunds were made`);
}
