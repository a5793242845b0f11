import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox, type Sandbox } from '../../apps/sandbox/src/sandbox';
import { type Partner, partnerOf } from './partner';

const MAIN = join(__dirname, '../../apps/sandbox/dist/main.js');
let dataDir: string;
let closing: Array<() => unknown>;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
  closing = [];
});
afterEach(async () => {
  for (const close of closing) await close();
  rmSync(dataDir, { recursive: true });
});

async function startProcess(): Promise<{ partner: Partner; child: ChildProcess }> {
  const env = { ...process.env, SANDBOX_PORT: '0', DATA_DIR: dataDir };
  const child = fork(MAIN, [], { env, silent: true });
  closing.push(() => child.kill('SIGKILL'));
  const [line] = await once(child.stdout as NodeJS.ReadableStream, 'data');
  return { child, partner: partnerOf({ url: /http:\S+/.exec(String(line))?.[0] ?? '' }) };
}

async function start(port = 0): Promise<Sandbox & { partner: Partner }> {
  const sandbox = await createSandbox({ dataDir, port });
  let open = true;
  const close = async () => {
    if (open) await sandbox.close();
    open = false;
  };
  closing.push(close);
  return { ...sandbox, close, partner: partnerOf(sandbox) };
}

describe('after a SIGKILL', () => {
  it('every acknowledged order is there, with its payments', async () => {
    const { partner, child } = await startProcess();
    const ids = await Promise.all(Array.from({ length: 50 }, (_, i) => partner.createOrder({ receipt: `kept-${i}` })));
    await partner.pay(ids[0] as string);
    child.kill('SIGKILL');
    await once(child, 'exit');

    const { api } = (await startProcess()).partner;
    for (const id of ids.slice(1))
      expect((await api('GET', `/v1/orders/${id}`)).body).toMatchObject({ id, status: 'created' });
    expect((await api('GET', `/v1/orders/${ids[0]}`)).body).toMatchObject({ status: 'paid' });
    expect((await api('GET', `/v1/orders/${ids[0]}/payments`)).body).toMatchObject({ count: 1 });
    expect((await api('GET', '/v1/orders?receipt=kept-7')).body).toMatchObject({ count: 1 });
  });

  it('a line that was cut off while it was written is ignored', async () => {
    const first = await start();
    const id = await first.partner.createOrder();
    await first.close();
    appendFileSync(join(dataDir, 'sandbox.jsonl'), '{"order":{"id":"order_torn');
    const second = await start();
    expect((await second.partner.api('GET', `/v1/orders/${id}`)).status).toBe(200);
    expect(readFileSync(join(dataDir, 'sandbox.jsonl'), 'utf8')).not.toContain('torn');
  });
});

describe('a second sandbox on the same folder', () => {
  it('takes nothing from the first, also when its port is taken and it does not start', async () => {
    const first = await start();
    await expect(start(Number(new URL(first.url).port))).rejects.toThrow('EADDRINUSE');
    const id = await first.partner.createOrder();
    await first.close();
    const again = await start();
    expect((await again.partner.api('GET', `/v1/orders/${id}`)).body).toMatchObject({ id });
  });
});
