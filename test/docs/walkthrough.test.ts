import { TEST_CARDS, TEST_UPI_IDS } from '../../apps/sandbox/src/checkout/test-instruments';
import { IDP_AUDIENCE, IDP_CLIENT_ID, SANDBOX_CREDENTIALS } from '../../apps/sandbox/src/credentials';
import { apiOf } from '../support/api';
import { freePort } from '../support/process';
import { startProduct, type TestProduct } from '../support/server';
import { type CodeBlock, codeBlocks, tableRows } from './built-page';
import { runGuide, type Step } from './run-guide';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.close());

const typesOf = (text: string) =>
  Object.fromEntries(
    Object.entries(JSON.parse(text)).map(([key, value]) => [key, value === null ? 'null' : typeof value]),
  );

describe('the quickstart, and the guides that go on in its shell, typed in as they are written', () => {
  const [logIn, verify] = ['/docs/tokens', '/docs/verification'].map((path) => codeBlocks(path)[0]);
  const blocks = [...codeBlocks('/docs/quickstart'), logIn, verify, ...codeBlocks('/docs/server')] as CodeBlock[];
  let steps: Step[];
  beforeAll(async () => {
    const port = String(await freePort());
    const here = blocks.map((block) => ({ ...block, code: block.code.replaceAll('4000', port) }));
    steps = runGuide(here, product, "trap 'kill $(jobs -p) || true' EXIT");
  }, 120_000);

  it('prints the answers that the guide shows: the same words, or JSON with the same fields', () => {
    expect(blocks.length).toBeGreaterThan(10);
    const answers = steps.filter(({ answer }) => answer);
    expect(answers.length).toBeGreaterThanOrEqual(5);
    for (const { printed, answer = '' } of answers)
      if (answer.startsWith('{')) expect(typesOf(printed)).toEqual(typesOf(answer));
      else expect(printed).toBe(answer);
  });

  it('leaves five paid orders: by hand, by the generated client, and three of the server', async () => {
    const { orders } = await product.sandbox.control<{ orders: { status: string }[] }>('GET', '/state');
    expect(orders.map(({ status }) => status)).toEqual(Array(5).fill('paid'));
  });
});

describe('the sandbox guide', () => {
  let steps: Step[];
  beforeAll(async () => {
    steps = runGuide(codeBlocks('/docs/sandbox'), product, `ORDER=${await apiOf(product).newOrder()}`);
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
    await apiOf(product).get('/user/me', printed('/control/idp/token').access_token).expect(200);
  });

  it('scripts a fault, and removes it again', async () => {
    const [drop] = printed('"drop"');
    expect(drop).toMatchObject({ match: { operation: 'createOrder' }, do: { kind: 'drop', when: 'after' } });
    expect(steps.find(({ answer }) => answer === '429')?.printed).toBe('429');
    expect(await product.sandbox.control('GET', '/faults')).toMatchObject([{ hits: 1 }]);
  });
});
