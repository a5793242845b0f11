import { apiOf } from '../support/api';
import { shows } from '../support/eventually';
import { runOrders, sharedOrders } from '../support/commands';
import { startProduct, type TestProduct } from '../support/server';

let product: TestProduct;
let api: ReturnType<typeof apiOf>;
let token: string;
let id: string;
let paymentId: string;
beforeAll(async () => {
  product = await startProduct();
  api = apiOf(product);
  await product.sandbox.control('PUT', '/webhooks', { mode: 'hold' });
  token = (await api.newPerson()).token;
  id = await api.newOrder();
  const paid = await api.pay(id);
  await api.verifyPayment(paid, token).expect(200);
  paymentId = paid.razorpay_payment_id;
  await api.newOrder(); // a newer order, which the list shows after a disputed one
});
afterAll(() => product.close());

const dispute = (path: string) => product.sandbox.control<{ id: string }>('POST', path);
const release = (events: string[]) => product.sandbox.control('POST', '/webhooks/release', { events });
const env = () => ({ ...product.database.env, SANDBOX_PORT: String(product.sandbox.port) });
const orders = (...args: string[]) => sharedOrders(env(), ...args);
const refunds = async () =>
  (await product.sandbox.control<{ refunds: { payment_id: string }[] }>('GET', '/state')).refunds;
const shown = async () => JSON.parse((await orders('show', id, '--json')).stdout);
const seen = async () => (await api.get(`/user/order/${id}`, token).expect(200)).body;
const firstListed = async () => (await orders('list')).stdout.split('\n')[1];

describe('a dispute', () => {
  it('is flagged first in the list, and cannot be closed before the bank has decided', async () => {
    expect(await firstListed()).not.toContain(id);
    await dispute(`/payments/${paymentId}/dispute`);
    await release(['payment.dispute.created']);
    expect(await firstListed()).toMatch(new RegExp(`${id} +PAID, DISPUTE`));
    expect(await seen()).toMatchObject({ status: 'PAID', disputeStatus: 'open' });
    const early = await orders('close-dispute', id, '--reason', 'too early');
    expect([early.status, early.stderr]).toEqual([1, expect.stringMatching(/still open at the provider/)]);
  });

  it('keeps the time to respond by, also where the state stays', async () => {
    const [{ id: disputeId, respondBy }] = (await shown()).disputes;
    await product.sandbox.control('POST', '/clock', { hours: 24 });
    await dispute(`/disputes/${disputeId}/action_required`);
    await release(['payment.dispute.action_required']);
    const [later] = (await shown()).disputes;
    expect(Date.parse(later.respondBy) - Date.parse(respondBy)).toBeGreaterThanOrEqual(24 * 3_600_000);
  });

  it('of a second payment stops its refund until the bank has decided, which the reconciler finds out', async () => {
    const second = (await api.pay(id)).razorpay_payment_id;
    const { id: disputeId } = await dispute(`/payments/${second}/dispute`);
    await release(['payment.dispute.created']);
    await orders('reconcile', id);
    expect((await refunds()).filter(({ payment_id }) => payment_id === second)).toEqual([]);
    for (const step of ['under_review', 'won']) await dispute(`/disputes/${disputeId}/${step}`);
    expect((await orders('reconcile', id)).status).toBe(0);
    // The server may have been at it first.
    await shows(async () => (await refunds()).filter(({ payment_id }) => payment_id === second).length, 1);
    expect((await shown()).disputes).toMatchObject([{ status: 'open' }, { id: disputeId, status: 'won' }]);
    expect((await seen()).disputeStatus).toBe('open'); // of the payment that paid the order
  });

  it('that is lost never leaves the order PAID without comment, also when its events come late', async () => {
    const { disputes } = await product.sandbox.control<{ disputes: { id: string }[] }>('GET', '/state');
    for (const step of ['under_review', 'lost']) await dispute(`/disputes/${disputes[0]?.id}/${step}`);
    await release(['payment.dispute.lost', 'payment.dispute.under_review']);
    expect(await seen()).toMatchObject({ status: 'PAID', disputeStatus: 'lost' });
    expect((await orders('show', id)).stdout).toMatch(
      /disp_\w+ +lost +₹150.00 .*deducted ₹150.00 +OPEN, respond by 20/,
    );
    await product.server.untilPrinted(/"level":"error".*"event":"dispute".*"status":"lost"/);
    await product.server.untilPrinted(/"kind":"payment.dispute.under_review"/);
    const late = new RegExp(`"event":"dispute".*"disputeId":"${disputes[0]?.id}".*"status":"under_review"`);
    expect(product.server.output()).not.toMatch(late);
  });

  it('must be closed with a reason, which stays with the order', async () => {
    expect((await orders('close-dispute', id)).status).toBe(1);
    expect((await orders('close-dispute', id, '--reason', ' ')).status).toBe(1);
    const { stdout } = await runOrders(env(), 'close-dispute', id, '--reason', 'accepted: service not used');
    expect(stdout).toMatch(/closed 20.*: accepted: service not used/);
    expect(await firstListed()).not.toContain('DISPUTE');
    expect((await orders('close-dispute', id, '--reason', 'again')).status).toBe(1);
    expect((await seen()).disputeStatus).toBe('lost');
  });

  it('keeps an operator from refunding what the bank returned, unless told to', async () => {
    const refused = await orders('refund', id);
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/disp_\w+ of pay_\w+ is lost: the bank/),
    ]);
    expect((await seen()).refundStatus).toBe('none');
    expect((await orders('refund', id, '--despite-dispute')).stderr).toMatch(/needs a --reason/);
    expect((await orders('refund', id, '--despite-dispute', '--reason', 'agreed with the bank')).status).toBe(0);
    expect((await shown()).operatorLog.at(-1)).toMatchObject({ action: 'refund despite dispute' });
    expect((await seen()).refundStatus).toBe('processed');
  });
});
