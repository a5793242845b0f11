import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../support/paths';
import { startProduct, type TestProduct } from '../support/server';
import { codeBlocks } from './built-page';
import { runGuide, type Step } from './shell';

const blocks = codeBlocks('/docs/quickstart');
let product: TestProduct;
let steps: Step[];
beforeAll(async () => {
  product = await startProduct();
  steps = runGuide(blocks, product);
}, 120_000);
afterAll(() => product?.close());

const typesOf = (text: string) =>
  Object.fromEntries(
    Object.entries(JSON.parse(text)).map(([key, value]) => [key, value === null ? 'null' : typeof value]),
  );

describe('the quickstart, typed in as it stands', () => {
  it('has commands, a program and answers', () => {
    expect(blocks.length).toBeGreaterThan(10);
    expect(steps.filter(({ answer }) => answer).length).toBeGreaterThanOrEqual(5);
  });

  it('every answer in JSON has the fields that the guide shows', () => {
    const answers = steps.filter(({ answer }) => answer?.startsWith('{'));
    expect(answers.map(({ printed }) => typesOf(printed))).toEqual(answers.map(({ answer = '' }) => typesOf(answer)));
  });

  it('every answer in words is the one that the guide shows', () => {
    const answers = steps.filter(({ answer }) => answer && !answer.startsWith('{'));
    expect(answers.map(({ printed }) => printed)).toEqual(answers.map(({ answer }) => answer));
  });

  it('leaves two paid orders behind: one by hand, one by the generated client', async () => {
    const { orders } = await product.sandbox.control<{ orders: { status: string }[] }>('GET', '/state');
    expect(orders.map(({ status }) => status)).toEqual(['paid', 'paid']);
  });

  it('names the versions of the packages that it was run with', () => {
    const named = [
      ...blocks
        .map(({ code }) => code)
        .join('\n')
        .matchAll(/([\w-]+)@(\d+\.\d+\.\d+)/g),
    ];
    expect(named).toHaveLength(3);
    for (const [, name = '', version] of named) {
      const file = join(projectRoot, 'node_modules', name, 'package.json');
      expect([name, JSON.parse(readFileSync(file, 'utf8')).version]).toEqual([name, version]);
    }
  });
});
