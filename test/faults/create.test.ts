import { useFixture } from './fixture';

const fixture = useFixture();

const ordersAtRazorpay = async () => (await fixture.provider()).orders;
const newestAtRazorpay = async () => (await ordersAtRazorpay()).at(-1)?.id ?? '';
const loseTheAnswer = () => fixture.fault({ operation: 'createOrder', kind: 'drop', when: 'after' });
/** Razorpay's list does not contain the new order yet. */
const hideTheOrder = () => {
  const body = { entity: 'collection', items: [] };
  return fixture.fault({ operation: 'listOrders', kind: 'status', status: 200, body });
};

async function expectProblem(status: number, code: string) {
  const { body } = await fixture.api.createOrder().expect(status);
  expect(body).toMatchObject({ status, code });
  expect(body).not.toHaveProperty('message');
}

describe('when an order is created', () => {
  test.each([
    ['the provider answers 500', () => fixture.fault({ operation: 'createOrder', kind: 'status', status: 500 })],
    ['the answer is lost', loseTheAnswer],
    ['the answer is lost and both calls arrive', () => Promise.all([loseTheAnswer(), hideTheOrder()])],
  ] as const)('there is one order at the provider although %s', async (_, goWrong) => {
    const before = (await ordersAtRazorpay()).length;
    await goWrong();
    const id = await fixture.api.newOrder();
    expect((await ordersAtRazorpay()).slice(before).map((order) => order.id)).toEqual([id]);
  });

  test('a refusal of the provider is answered provider_refused, and final', async () => {
    await fixture.fault({ operation: 'createOrder', kind: 'status', status: 400 });
    await expectProblem(502, 'provider_refused');
    await fixture.server().untilPrinted(/"to":"CREATE_FAILED"/);
  });

  test('two failures are answered provider_unavailable, and the reconciler finds the order if there is one', async () => {
    await loseTheAnswer();
    await fixture.fault({ operation: 'listOrders', kind: 'drop' });
    await expectProblem(503, 'provider_unavailable');
    const lost = await newestAtRazorpay();
    const body = { error: { code: 'BAD_REQUEST_ERROR', description: 'Order receipt should be unique.' } };
    await loseTheAnswer();
    await hideTheOrder();
    await fixture.fault({ operation: 'createOrder', kind: 'status', status: 400, body });
    await expectProblem(503, 'provider_unavailable');
    const refused = await newestAtRazorpay();
    expect(refused).not.toBe(lost);
    await fixture.checkAll();
    for (const id of [lost, refused]) await fixture.api.claimOrder(id, fixture.token).expect(200);
  });
});
