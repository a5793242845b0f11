import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from '../../apps/sandbox/src/sandbox';
import { startSandbox } from '../support/server';
import { partnerOf } from './partner';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

test('after a SIGKILL every acknowledged order is there, and a line that was cut off is ignored', async () => {
  const killed = await startSandbox({ DATA_DIR: dataDir });
  const partner = partnerOf(killed);
  const ids = await Promise.all(Array.from({ length: 50 }, (_, i) => partner.createOrder({ receipt: `kept-${i}` })));
  await partner.pay(ids[0] as string);
  await killed.kill();
  appendFileSync(join(dataDir, 'sandbox.jsonl'), '{"order":{"id":"order_torn');

  const started = await startSandbox({ DATA_DIR: dataDir });
  const { api } = partnerOf(started);
  for (const id of ids.slice(1))
    expect((await api('GET', `/v1/orders/${id}`)).body).toMatchObject({ id, status: 'created' });
  expect((await api('GET', `/v1/orders/${ids[0]}`)).body).toMatchObject({ status: 'paid' });
  expect((await api('GET', `/v1/orders/${ids[0]}/payments`)).body).toMatchObject({ count: 1 });
  expect((await api('GET', '/v1/orders?receipt=kept-7')).body).toMatchObject({ count: 1 });
  await started.stop();
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
