import { TEST_CARDS, TEST_UPI_IDS } from '../../apps/sandbox/src/checkout/test-instruments';
import { IDP_AUDIENCE, IDP_CLIENT_ID, SANDBOX_CREDENTIALS } from '../../apps/sandbox/src/credentials';
import { misfitsOf } from '../contract/contract';
import { useProduct } from '../support/use-product';
import { codeBlocks, tableRows } from './built-page';
import { runGuide, type Step } from './run-guide';

const { product, api } = useProduct();

test('the guide to webhooks accepts the event of its example, which fits the contract, and refuses a wrong signature', () => {
  const steps = runGuide(codeBlocks('/docs/webhooks'), product);
  const answered = steps.filter(({ answer }) => answer);
  expect(answered.map(({ printed }) => printed)).toEqual(answered.map(({ answer }) => answer));
  expect(answered[0]?.printed).toMatch(/^[0-9a-f]{64}$/);
  const event = steps.map(({ command }) => command.match(/^EVENT='(.*)'$/m)?.[1]).find(Boolean) ?? '';
  expect(misfitsOf({ $ref: '#/components/schemas/PaymentEvent' }, JSON.parse(event))).toEqual([]);
});

describe('the sandbox guide', () => {
  let steps: Step[];
  beforeAll(async () => {
    steps = runGuide(codeBlocks('/docs/sandbox'), product, `ORDER=${await api.newOrder()}`);
  });
  const printed = (part: string) => JSON.parse(steps.find(({ command }) => command.includes(part))?.printed ?? 'null');

  it('names the keys, cards and UPI ids of the sandbox', () => {
    const keys = [...Object.values(SANDBOX_CREDENTIALS), `${IDP_CLIENT_ID}, ${IDP_AUDIENCE}`];
    expect(tableRows('/docs/sandbox', 'Keys of the sandbox').map(([, value]) => value)).toEqual(keys);
    const inputs = tableRows('/docs/sandbox', 'Test inputs').map(([input = '']) => input.replaceAll(' ', ''));
    for (const known of [...Object.values(TEST_CARDS), ...Object.values(TEST_UPI_IDS)])
      expect(inputs.join()).toContain(known);
  });

  it('pays without a browser, and makes a payment fail', () => {
    expect(printed('upi')).toMatchObject({
      razorpay_order_id: expect.stringMatching(/^order_/),
      razorpay_payment_id: expect.stringMatching(/^pay_/),
      razorpay_signature: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(printed('insufficient_funds')).toMatchObject({ payment: { status: 'failed' } });
  });

  it('gets an access token that the API accepts', async () => {
    await api.get('/user/me', printed('/control/idp/token').access_token).expect(200);
  });

  it('scripts a fault, and removes it again', async () => {
    const [drop] = printed('"drop"');
    expect(drop).toMatchObject({ match: { operation: 'createOrder' }, do: { kind: 'drop', when: 'after' } });
    expect(steps.find(({ answer }) => answer === '429')?.printed).toBe('429');
    expect(await product.sandbox.control('GET', '/faults')).toMatchObject([{ hits: 1 }]);
  });
});
