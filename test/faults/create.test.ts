import { useFixture } from './fixture';

const fixture = useFixture();

const atProvider = async () => (await fixture.provider()).orders;

/** The order is answered, and the provider has it exactly once. */
async function expectOneOrder() {
  const before = (await atProvider()).length;
  const { body } = await fixture.api.createOrder().expect(201);
  const orders = await atProvider();
  expect(orders).toHaveLength(before + 1);
  expect(orders.at(-1)?.id).toBe(body.id);
}

async function expectProblem(status: number, code: string) {
  const { body } = await fixture.api.createOrder().expect(status);
  expect(body).toMatchObject({ status, code });
  expect(body).not.toHaveProperty('message');
}

/** An order whose creation is being cut off now, with the server. */
async function killedInCreation(when: 'before' | 'after') {
  const met = await fixture.fault({ operation: 'createOrder', kind: 'hang', when });
  const cutOff = fixture.api.createOrder().catch(() => 'cut off');
  await met();
  await fixture.server.kill();
  expect(await cutOff).toBe('cut off');
  await fixture.checkAtStart();
}

describe('when an order is created', () => {
  test.each([
    ['an answer of 500', { kind: 'status', status: 500 }],
    ['an answer of 429', { kind: 'status', status: 429 }],
    ['no answer', { kind: 'hang' }],
    ['an answer that is garbage', { kind: 'garbage' }],
    ['an answer that is lost although the order was made', { kind: 'drop', when: 'after' }],
  ] as const)('%s still leads to one order at the provider', async (_, action) => {
    await fixture.fault({ operation: 'createOrder', ...action });
    await expectOneOrder();
  });

  test('a refusal of the provider is answered provider_refused, and final', async () => {
    await fixture.fault({ operation: 'createOrder', kind: 'status', status: 400 });
    await expectProblem(502, 'provider_refused');
    await fixture.server.untilPrinted(/"to":"CREATE_FAILED"/);
  });

  test('two failures of the provider are answered provider_unavailable', async () => {
    await fixture.fault({ operation: 'createOrder', kind: 'status', status: 500, times: 2 });
    await expectProblem(503, 'provider_unavailable');
    await fixture.checkAtStart();
    await fixture.server.untilPrinted(/"from":"CREATING","to":"CREATE_FAILED","cause":"reconciler"/);
  });

  test('an order whose answer was lost while the provider was down is found by the reconciler', async () => {
    await fixture.fault({ operation: 'createOrder', kind: 'drop', when: 'after' });
    await fixture.fault({ operation: 'listOrders', kind: 'drop' });
    await expectProblem(503, 'provider_unavailable');
    const { id } = (await atProvider()).at(-1) as { id: string };
    await fixture.checkAll();
    await fixture.api.claimOrder(id, fixture.token).expect(200);
  });

  test('a server killed before the provider got the call leaves nothing open', async () => {
    const before = (await atProvider()).length;
    await killedInCreation('before');
    await fixture.server.untilPrinted(/"from":"CREATING","to":"CREATE_FAILED","cause":"reconciler"/);
    expect(await atProvider()).toHaveLength(before);
  });

  test('an order is found by the reconciler if the server was killed after the provider made it', async () => {
    await killedInCreation('after');
    const { id } = (await atProvider()).at(-1) as { id: string };
    await fixture.server.untilPrinted(new RegExp(`"orderId":"${id}","from":"CREATING","to":"CREATED"`));
  });

  test('two calls at once make two orders, and paying one leaves the other open', async () => {
    const [first, second] = await Promise.all([fixture.claimedOrder(), fixture.claimedOrder()]);
    expect(first).not.toBe(second);
    await fixture.api.verifyPayment(await fixture.api.pay(first), fixture.token).expect(200);
    expect((await fixture.seen(first)).status).toBe('PAID');
    expect((await fixture.seen(second)).status).toBe('CREATED');
  });
});
