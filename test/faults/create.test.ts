import { fault } from './repeat';
import { type Stage, startStage } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterEach(() => stage.calm());
afterAll(() => stage.close());

const atProvider = async () => (await stage.provider()).orders;

/** The order is answered, and the provider has it exactly once. */
async function expectOneOrder() {
  const before = (await atProvider()).length;
  const { body } = await stage.api.createOrder().expect(201);
  const orders = await atProvider();
  expect(orders).toHaveLength(before + 1);
  expect(orders.at(-1)?.id).toBe(body.id);
}

async function expectProblem(status: number, code: string) {
  const { body } = await stage.api.createOrder().expect(status);
  expect(body).toMatchObject({ status, code });
  expect(body).not.toHaveProperty('message');
}

/** An order whose creation is being cut off now, with the server. */
async function killedInCreation(when: 'before' | 'after') {
  const met = await stage.fault({ operation: 'createOrder', kind: 'hang', when });
  const cutOff = stage.api.createOrder().catch(() => 'cut off');
  await met();
  await stage.server.kill();
  expect(await cutOff).toBe('cut off');
  await stage.checkAll();
}

describe('creating an order', () => {
  fault('survives a provider that answers 500', async () => {
    await stage.fault({ operation: 'createOrder', kind: 'status', status: 500 });
    await expectOneOrder();
  });

  fault('survives a provider that asks for patience (429)', async () => {
    await stage.fault({ operation: 'createOrder', kind: 'status', status: 429 });
    await expectOneOrder();
  });

  fault('survives a provider that never answers, within 8 s', async () => {
    await stage.fault({ operation: 'createOrder', kind: 'hang' });
    const started = Date.now();
    await expectOneOrder();
    expect(Date.now() - started).toBeLessThan(8_000);
  });

  fault('finds its order again when the answer was garbage', async () => {
    await stage.fault({ operation: 'createOrder', kind: 'garbage' });
    await expectOneOrder();
  });

  fault('finds its order again when the work was done and the answer lost', async () => {
    await stage.fault({ operation: 'createOrder', kind: 'drop', when: 'after' });
    await expectOneOrder();
  });

  fault('tells that the provider refused', async () => {
    await stage.fault({ operation: 'createOrder', kind: 'status', status: 400 });
    await expectProblem(502, 'provider_refused');
    await stage.server.untilPrinted(/"to":"CREATE_FAILED"/);
  });

  fault('tells that the provider is away when it fails twice', async () => {
    await stage.fault({ operation: 'createOrder', kind: 'status', status: 500, times: 2 });
    await expectProblem(503, 'provider_unavailable');
    await stage.checkAll();
    await stage.server.untilPrinted(/"from":"CREATING","to":"CREATE_FAILED","cause":"reconciler"/);
  });

  fault('whose answer was lost, with the provider away after it, is found by the reconciler', async () => {
    await stage.fault({ operation: 'createOrder', kind: 'drop', when: 'after' });
    await stage.fault({ operation: 'listOrders', kind: 'drop' });
    await expectProblem(503, 'provider_unavailable');
    const { id } = (await atProvider()).at(-1) as { id: string };
    await stage.checkAll();
    const { token } = await stage.api.newPerson();
    await stage.api.claimOrder(id, token).expect(200);
  });

  fault('killed before the provider has heard of it: nothing is left open', async () => {
    const before = (await atProvider()).length;
    await killedInCreation('before');
    await stage.server.untilPrinted(/"from":"CREATING","to":"CREATE_FAILED","cause":"reconciler"/);
    expect(await atProvider()).toHaveLength(before);
  });

  fault('killed after the provider has made it: the reconciler takes it up', async () => {
    await killedInCreation('after');
    const { id } = (await atProvider()).at(-1) as { id: string };
    await stage.server.untilPrinted(
      new RegExp(`"orderId":"${id}","from":"CREATING","to":"CREATED","cause":"reconciler"`),
    );
  });

  fault('twice at once makes two orders, and paying one leaves the other open', async () => {
    const { token } = await stage.api.newPerson();
    const [first, second] = await Promise.all([stage.api.newOrder(), stage.api.newOrder()]);
    expect(first).not.toBe(second);
    for (const id of [first, second]) await stage.api.claimOrder(id, token).expect(200);
    await stage.api.verifyPayment(await stage.api.pay(first), token).expect(200);
    const { body } = await stage.api.get('/user/orders', token).expect(200);
    const states = Object.fromEntries(body.items.map(({ id, status }: { id: string; status: string }) => [id, status]));
    expect(states).toEqual({ [first]: 'PAID', [second]: 'CREATED' });
  });
});
