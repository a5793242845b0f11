import { noAnswer, type Problem } from '@novacore/client';
import { clearToken, setToken } from '../../api/session';
import type { PayerOrder, PaymentApi } from './payment-api';
import { type Run, runPayment } from './payment-flow';
import { paymentMessage } from './payment-messages';
import { nextPaymentState, type PaymentEvent, type PaymentState } from './payment-state';
import { pendingPaymentOf } from './pending-payment';

jest.mock('../../site/product', () => ({ product: { title: 'One payment.' }, price: '₹150' }));
jest.mock('../../site/operator', () => ({ operator: { contactEmail: 'hello@lab.example' } }));

const identifiers = {
  razorpay_order_id: 'order_1',
  razorpay_payment_id: 'pay_1',
  razorpay_signature: 'a'.repeat(64),
};
const product = { title: 'One payment.' };
const order = { id: 'order_1', status: 'CREATED', amountPaise: 15_000, currency: 'INR', product } as PayerOrder;
const paid = { ...order, status: 'PAID', paidAt: null, payments: [] } as unknown as PayerOrder;
const problem = (status: number, code: string) => ({ status, code, title: code }) as Problem;
const pending = pendingPaymentOf('asha');

let inCheckout: (options: Record<string, unknown> & { handler(reply: object): void }) => void;
class Checkout {
  constructor(readonly options: Parameters<typeof inCheckout>[0]) {}
  on() {}
  close() {}
  open() {
    inCheckout(this.options);
  }
}

const apiOf = (replies: object) =>
  ({
    getConfig: async () => ({ checkoutScriptUrl: '', paymentKeyId: 'rzp_test_1' }),
    getMe: async () => ({ id: 'asha', email: 'asha@lab.example' }),
    listOrders: async () => ({ items: [] }),
    createOrder: jest.fn(async () => order),
    claimOrder: async () => order,
    checkOrder: async () => order,
    verifyPayment: jest.fn(async () => ({ message: 'Payment verified', amountPaise: 15_000 })),
    ...replies,
  }) as unknown as PaymentApi & { createOrder: jest.Mock; verifyPayment: jest.Mock };

async function visit(replies: object = {}, how: Partial<Run> = {}, from: PaymentState = { step: 'preparing' }) {
  const api = apiOf(replies);
  let state = from;
  const dispatch = (event: PaymentEvent) => {
    state = nextPaymentState(state, event);
  };
  await runPayment({ api, dispatch, signal: new AbortController().signal, intent: 'pay', ...how });
  return { state, api, title: paymentMessage(state).title };
}
const failing = (status: number, code: string) => async () => Promise.reject(problem(status, code));

beforeEach(() => {
  Object.assign(globalThis, { window: { Razorpay: Checkout } });
  Object.defineProperty(globalThis, 'navigator', { value: { userAgent: 'Safari/604.1' }, configurable: true });
  setToken('token.of.asha');
  pending.clear();
  inCheckout = ({ handler }) => handler(identifiers);
});

test('one order is made, paid in checkout and verified, and nothing is kept', async () => {
  let options = {};
  inCheckout = (given) => {
    options = given;
    given.handler(identifiers);
  };
  const { state, api } = await visit();
  expect(state).toEqual({ step: 'verified', orderId: 'order_1', amountPaise: 15_000 });
  expect(api.verifyPayment.mock.calls).toEqual([[identifiers]]);
  expect(options).toMatchObject({ key: 'rzp_test_1', amount: 15_000, order_id: 'order_1', description: 'Test Mode' });
  expect(pending.read()).toBeNull();
  const getConfig = async () => ({ checkoutScriptUrl: '', paymentKeyId: 'rzp_live_1' });
  await visit({ getConfig });
  expect(options).toMatchObject({ key: 'rzp_live_1', description: 'One payment.' });
});

const keepsAll = { orderId: 'order_1', verification: identifiers };
test.each([
  [503, 'provider_unavailable', 'Payment pending, please do not pay again', keepsAll],
  [429, 'too_many_requests', 'Payment pending, please do not pay again', keepsAll],
  [400, 'signature_invalid', 'Payment verification failed.', null],
  [409, 'payment_mismatch', 'Payment verification failed.', null],
  [409, 'payment_failed', 'Payment verification failed.', { orderId: 'order_1' }],
  [401, 'token_invalid', 'Please log in', keepsAll],
  [401, 'account_deleted', 'Your payment arrived', null],
])('a verification that is answered with %i %s keeps what can still be of use', async (status, code, title, kept) => {
  const visited = await visit({ verifyPayment: failing(status, code) });
  expect([visited.title, pending.read()]).toEqual([title, kept]);
});

test('identifiers that are kept are verified on the next visit, without a new order or checkout', async () => {
  pending.write(keepsAll);
  const { state, api } = await visit();
  expect([state.step, api.createOrder.mock.calls, api.verifyPayment.mock.calls]).toEqual([
    'verified',
    [],
    [[identifiers]],
  ]);
});

test('a reply without a message is not a success', async () => {
  expect((await visit({ verifyPayment: async () => ({}) })).state.step).toBe('pending');
  expect(pending.read()).toEqual(keepsAll);
});

test('a payment is never verified with the token of another person, and at once with a newer one of the payer', async () => {
  let id = 'asha';
  inCheckout = ({ handler }) => {
    id = 'ravi';
    setToken('token.of.ravi');
    handler(identifiers);
  };
  const others = { getMe: async () => ({ id, email: null }), isAccountDeleted: async () => false };
  const { api, title } = await visit(others);
  expect([title, api.verifyPayment.mock.calls, pending.read()]).toEqual(['Your payment is saved', [], keepsAll]);
  expect((await visit(others, { payerId: 'asha' })).title).toBe('Your payment is saved');
  pending.clear();
  inCheckout = ({ handler }) => {
    setToken('newer.token.of.asha');
    handler(identifiers);
  };
  expect((await visit({ isAccountDeleted: async () => false })).state.step).toBe('verified');
});

test('an order that could not be claimed is taken up at the next try', async () => {
  const first = await visit({ claimOrder: failing(504, 'no_answer') });
  expect(first.title).toBe('Something went wrong during payment initiation.');
  const second = await visit();
  expect([second.state.step, second.api.createOrder.mock.calls]).toEqual(['verified', []]);
});

test('a checkout that was closed is not called unpaid while the provider does not answer, or if it was paid elsewhere', async () => {
  inCheckout = ({ modal }) => (modal as { ondismiss(): void }).ondismiss();
  expect((await visit()).title).toBe('Not paid yet');
  pending.clear();
  expect((await visit({ checkOrder: failing(503, 'provider_unavailable') })).title).toMatch(/^We have not heard/);
  pending.clear();
  expect((await visit({ checkOrder: async () => paid })).title).toBe('Paid');
});

test('a payment that the bank’s app may have finished since gets no second checkout', async () => {
  inCheckout = () => expect('checkout').toBe('closed');
  pending.write({ orderId: 'order_1' });
  const checkOrder = failing(503, 'provider_unavailable');
  expect((await visit({ checkOrder })).title).toBe('We have not heard from the bank yet');
  expect((await visit({ checkOrder: async () => paid })).title).toBe('Paid');
});

test('a payer who has paid pays again only when asked to', async () => {
  const listOrders = async () => ({ items: [paid] });
  expect((await visit({ listOrders })).title).toBe('Paid');
  expect((await visit({ listOrders }, { paidOrderId: 'order_1' })).state.step).toBe('verified');
});

test('a record that could never be verified is dropped', () => {
  for (const verification of [
    { ...identifiers, razorpay_payment_id: ['pay_1'] },
    { ...identifiers, razorpay_signature: 'a'.repeat(20_000) },
    { ...identifiers, razorpay_payment_id: 'pay_../../orders//' },
    { ...identifiers, more: '' },
    {},
  ]) {
    pending.write({ orderId: 'order_1', verification: verification as never });
    expect(pending.read()).toBeNull();
  }
});

test('without a token nothing is asked, and with identifiers no failure leads back to paying', async () => {
  clearToken();
  const { title, api } = await visit();
  expect([title, api.createOrder.mock.calls]).toEqual(['Please log in', []]);
  for (const event of [
    { type: 'started' },
    { type: 'script-missing' },
    { type: 'other-tab-paying' },
    { type: 'checkout-opened', order },
    { type: 'initiation-failed', problem: noAnswer() },
  ] satisfies PaymentEvent[])
    for (const state of [{ step: 'verifying' }, { step: 'pending', problem: noAnswer() }] satisfies PaymentState[])
      expect(['verifying', 'pending']).toContain(nextPaymentState(state, event).step);
});
