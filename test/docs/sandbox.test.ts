import { TEST_CARDS, TEST_UPI_IDS } from '../../apps/sandbox/src/checkout/test-instruments';
import { IDP_AUDIENCE, IDP_CLIENT_ID, SANDBOX_CREDENTIALS } from '../../apps/sandbox/src/credentials';
import { type Api, apiOf } from '../support/api';
import { startProduct, type TestProduct } from '../support/server';
import { codeBlocks, tableRows } from './built-page';
import { runGuide, type Step } from './shell';

let product: TestProduct;
let api: Api;
let steps: Step[];
beforeAll(async () => {
  product = await startProduct();
  api = apiOf(product);
  steps = runGuide(codeBlocks('/docs/sandbox'), product, `ORDER=${await api.newOrder()}`);
});
afterAll(() => product?.close());

const printed = (part: string) => JSON.parse(steps.find(({ command }) => command.includes(part))?.printed ?? 'null');

describe('the sandbox guide', () => {
  it('names the keys that the sandbox has', () => {
    const keys = Object.values(SANDBOX_CREDENTIALS);
    expect(tableRows('/docs/sandbox', 'Keys of the sandbox').map(([, value]) => value)).toEqual([
      ...keys,
      `${IDP_CLIENT_ID}, ${IDP_AUDIENCE}`,
    ]);
  });

  it('names the cards and UPI ids that the sandbox takes', () => {
    const inputs = tableRows('/docs/sandbox', 'Test inputs').map(([input = '']) => input.replaceAll(' ', ''));
    for (const known of [...Object.values(TEST_CARDS), ...Object.values(TEST_UPI_IDS)])
      expect(inputs.join()).toContain(known);
  });

  it('pays without a browser, and answers the three identifiers', () => {
    expect(printed('upi')).toMatchObject({
      razorpay_order_id: expect.stringMatching(/^order_/),
      razorpay_payment_id: expect.stringMatching(/^pay_/),
      razorpay_signature: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('makes a payment fail', () =>
    expect(printed('insufficient_funds')).toMatchObject({ payment: { status: 'failed' } }));

  it('gets an access token that the API takes', async () => {
    await api.get('/user/me', printed('/control/idp/token').access_token).expect(200);
  });

  it('sets a fault, and takes it away again', async () => {
    expect(printed('"drop"')).toMatchObject([
      { match: { operation: 'createOrder' }, do: { kind: 'drop', when: 'after' } },
    ]);
    expect(await product.sandbox.control('GET', '/faults')).toEqual([]);
  });
});
