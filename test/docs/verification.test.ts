import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { SANDBOX_CREDENTIALS } from '../../apps/sandbox/src/credentials';
import { type CodeBlock, codeBlocks, tableRows } from './built-page';

const blocks = codeBlocks('/docs/verification');
const example = Object.fromEntries(tableRows('/docs/verification', 'A worked example'));
const secret = example['Key secret'] ?? '';
const order = example['Order id'] ?? '';
const payment = example['Payment id'] ?? '';
const printed = blocks.find(({ title }) => title === 'Answer')?.code;
const program = blocks.find(({ title }) => title === 'signature.mjs') as CodeBlock;

/** Runs an expression in the guide's program. */
function evaluate(expression: string): unknown {
  const code = `${program.code}\nconsole.log(JSON.stringify(${expression}))`;
  const options = ['--input-type=module', '--eval', code];
  const { stdout, stderr } = spawnSync(process.execPath, options, { encoding: 'utf8' });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout);
}

const args = (...values: string[]) => values.map((value) => JSON.stringify(value)).join(', ');

describe('the worked example of the verification guide', () => {
  it('is signed with the sandbox’s public secret, also by its command', () => {
    expect(secret).toBe(SANDBOX_CREDENTIALS.keySecret);
    expect(example['Signed text']).toBe(`${order}|${payment}`);
    expect(printed).toBe(createHmac('sha256', secret).update(`${order}|${payment}`).digest('hex'));
    const command = blocks.find(({ code }) => code.includes('openssl'))?.code ?? '';
    expect(spawnSync('bash', ['-c', command], { encoding: 'utf8' }).stdout.trim()).toBe(printed);
  });

  it('has a program that makes it, accepts it, and refuses it for any other order, payment, secret or length', () => {
    const genuine = [printed ?? '', order, payment, secret];
    const changes = genuine.map((value, at) => genuine.with(at, `${value.slice(0, -1)}0`));
    const cases = [genuine, ...changes, genuine.with(0, ''), genuine.with(0, `${printed}0`)];
    const calls = cases.map((each) => `isGenuine(${args(...each)})`);
    const results = evaluate(`[sign(${args(order, payment, secret)}), ${calls}]`);
    expect(results).toEqual([printed, true, ...Array(6).fill(false)]);
  });
});
