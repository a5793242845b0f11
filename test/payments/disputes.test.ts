import { deskOf, type TestDesk } from '../support/staff';
import { useProduct } from '../support/use-product';

const { product, api } = useProduct();
let desk: TestDesk;
let finance: Awaited<ReturnType<TestDesk['staff']>>;
let token: string;
let id: string;
let paymentId: string;
beforeAll(async () => {
  desk = deskOf(product);
  finance = await desk.staff('finance');
  await product.sandbox.control('PUT', '/webhooks', { mode: 'hold' });
  token = (await api.newPerson()).token;
  id = await api.newOrder();
  const paid = await api.pay(id);
  await api.verifyPayment(paid, token).expect(200);
  paymentId = paid.razorpay_payment_id;
});

const dispute = (path: string) => product.sandbox.control<{ id: string }>('POST', path);
const release = (events: string[]) => product.sandbox.control('POST', '/webhooks/release', { events });
const check = () => api.post(`/user/order/${id}/check`, undefined, token).expect(200);
const refunds = async () =>
  (await product.sandbox.control<{ refunds: { payment_id: string }[] }>('GET', '/state')).refunds;
const shown = async () => (await api.get(`/desk/orders/${id}`, finance.token).expect(200)).body;
const seen = async () => (await api.get(`/user/order/${id}`, token).expect(200)).body;
const close = async (reason: string) => desk.put(await finance.logIn(), `/orders/${id}/disputes`, { reason });
const cases = async () => (await api.get('/desk/cases', finance.token).expect(200)).body.cases;

describe('a dispute', () => {
  it('needs a person, and cannot be closed before the bank has decided', async () => {
    expect(await cases()).toEqual([]);
    await dispute(`/payments/${paymentId}/dispute`);
    await release(['payment.dispute.created']);
    expect(await cases()).toMatchObject([{ kind: 'dispute', orderId: id }]);
    expect(await seen()).toMatchObject({ status: 'PAID', disputeStatus: 'open' });
    expect((await close('too early')).body).toMatchObject({ status: 409, code: 'dispute_awaits_decision' });
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
    await check();
    expect((await refunds()).filter(({ payment_id }) => payment_id === second)).toEqual([]);
    for (const step of ['under_review', 'won']) await dispute(`/disputes/${disputeId}/${step}`);
    await check();
    expect((await refunds()).filter(({ payment_id }) => payment_id === second)).toHaveLength(1);
    expect((await shown()).disputes).toMatchObject([{ status: 'open' }, { id: disputeId, status: 'won' }]);
    expect((await seen()).disputeStatus).toBe('open'); // the dispute of the payment that paid the order
  });

  it('that is lost never leaves the order PAID without comment, also when its events come late', async () => {
    const { disputes } = await product.sandbox.control<{ disputes: { id: string }[] }>('GET', '/state');
    for (const step of ['under_review', 'lost']) await dispute(`/disputes/${disputes[0]?.id}/${step}`);
    await release(['payment.dispute.lost', 'payment.dispute.under_review']);
    expect(await seen()).toMatchObject({ status: 'PAID', disputeStatus: 'lost' });
    const lost = { status: 'lost', amountPaise: 15_000, amountDeductedPaise: 15_000, closedAt: null };
    expect((await shown()).disputes[0]).toMatchObject(lost);
    await product.server.untilPrinted(/"level":"error".*"event":"dispute".*"status":"lost"/);
    await product.server.untilPrinted(/"kind":"payment.dispute.under_review"/);
    const late = new RegExp(`"event":"dispute".*"disputeId":"${disputes[0]?.id}".*"status":"under_review"`);
    expect(product.server.output()).not.toMatch(late);
  });

  it('must be closed with a reason, which stays with the order', async () => {
    expect((await close('   ')).body).toMatchObject({ status: 400, code: 'invalid_input' });
    const { body } = await close('accepted: service not used');
    expect(body.disputes[0]).toMatchObject({
      closedAt: expect.any(String),
      closingReason: 'accepted: service not used',
    });
    expect(await cases()).not.toContainEqual(expect.objectContaining({ kind: 'dispute' }));
    expect((await close('once more')).body).toMatchObject({ status: 409, code: 'no_open_dispute' });
    expect((await seen()).disputeStatus).toBe('lost');
  });

  it('keeps staff from refunding what the bank returned, unless they say so', async () => {
    const refused = await desk.refund(await finance.logIn(), id);
    expect(refused.body).toMatchObject({ status: 409, code: 'dispute_forbids' });
    expect((await seen()).refundStatus).toBe('none');
    const { body } = await desk.refund(await finance.logIn(), id, { despiteDispute: true });
    expect(body.order.timeline).toContainEqual(
      expect.objectContaining({ kind: 'staff', state: expect.stringMatching(/ despite dispute$/) }),
    );
    expect((await seen()).refundStatus).toBe('processed');
  });
});
