import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../support/server';
import { partnerOf } from './partner';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

test('after a SIGKILL every acknowledged order and the keys for logins are there, and a line that was cut off is ignored', async () => {
  const killed = await startSandbox({ DATA_DIR: dataDir });
  const partner = partnerOf(killed);
  const ids = await Promise.all(Array.from({ length: 10 }, (_, i) => partner.createOrder({ receipt: `kept-${i}` })));
  await partner.pay(ids[0] as string);
  const keysOf = (sandbox: { url: string }) => partnerOf(sandbox).call('GET', '/idp/.well-known/jwks.json');
  const keys = await keysOf(killed);
  await killed.kill();
  appendFileSync(join(dataDir, 'sandbox.jsonl'), '{"order":{"id":"order_torn');

  const started = await startSandbox({ DATA_DIR: dataDir });
  const { api } = partnerOf(started);
  for (const id of ids.slice(1))
    expect((await api('GET', `/v1/orders/${id}`)).body).toMatchObject({ id, status: 'created' });
  expect((await api('GET', `/v1/orders/${ids[0]}`)).body).toMatchObject({ status: 'paid' });
  expect((await api('GET', `/v1/orders/${ids[0]}/payments`)).body).toMatchObject({ count: 1 });
  expect((await api('GET', '/v1/orders?receipt=kept-7')).body).toMatchObject({ count: 1 });
  expect(await keysOf(started)).toEqual(keys);
  await started.stop();
  expect(readFileSync(join(dataDir, 'sandbox.jsonl'), 'utf8')).not.toContain('torn');
});
