import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from '../../apps/sandbox/src/sandbox';
import { type Partner, partnerOf } from './partner';

const MAIN = join(__dirname, '../../apps/sandbox/dist/main.js');
let dataDir: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true });
});

async function startProcess(): Promise<{ partner: Partner; child: ChildProcess }> {
  const env = { ...process.env, SANDBOX_PORT: '0', DATA_DIR: dataDir };
  const child = fork(MAIN, [], { env, silent: true });
  children.push(child);
  const [line] = await once(child.stdout as NodeJS.ReadableStream, 'data');
  return { child, partner: partnerOf({ url: /http:\S+/.exec(String(line))?.[0] ?? '' }) };
}

test('after a SIGKILL every acknowledged order is there, and a line that was cut off is ignored', async () => {
  const { partner, child } = await startProcess();
  const ids = await Promise.all(Array.from({ length: 50 }, (_, i) => partner.createOrder({ receipt: `kept-${i}` })));
  await partner.pay(ids[0] as string);
  child.kill('SIGKILL');
  await once(child, 'exit');
  appendFileSync(join(dataDir, 'sandbox.jsonl'), '{"order":{"id":"order_torn');

  const { api } = (await startProcess()).partner;
  for (const id of ids.slice(1))
    expect((await api('GET', `/v1/orders/${id}`)).body).toMatchObject({ id, status: 'created' });
  expect((await api('GET', `/v1/orders/${ids[0]}`)).body).toMatchObject({ status: 'paid' });
  expect((await api('GET', `/v1/orders/${ids[0]}/payments`)).body).toMatchObject({ count: 1 });
  expect((await api('GET', '/v1/orders?receipt=kept-7')).body).toMatchObject({ count: 1 });
  expect(readFileSync(join(dataDir, 'sandbox.jsonl'), 'utf8')).not.toContain('torn');
});

test('a second sandbox on the same folder that does not start takes nothing from the first', async () => {
  const first = await createSandbox({ dataDir });
  const port = Number(new URL(first.url).port);
  await expect(createSandbox({ dataDir, port })).rejects.toThrow('EADDRINUSE');
  const id = await partnerOf(first).createOrder();
  await first.close();
  const again = await createSandbox({ dataDir });
  expect((await partnerOf(again).api('GET', `/v1/orders/${id}`)).body).toMatchObject({ id });
  await again.close();
});
