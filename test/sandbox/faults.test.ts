import { once } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import { createSandbox } from '../../apps/sandbox/src/sandbox';
import { startSandbox } from '../support/server';
import { type Json, partnerOf, useSandbox } from './partner';

const { sandbox, partner } = useSandbox();

test('a scripted fault skips and meets as many requests as asked, before or after the work', async () => {
  const script = (rule: Json) =>
    partner.call('POST', '/control/faults', { match: { operation: 'createOrder' }, ...rule });
  const create = async () => (await partner.api('POST', '/v1/orders', { amount: 15000, currency: 'INR' })).status;
  await script({ skip: 1, times: 2, do: { kind: 'status', status: 503, when: 'after' } });
  expect([await create(), await create(), await create(), await create()]).toEqual([200, 503, 503, 200]);
  await script({ do: { kind: 'status', status: 429 } });
  expect([await create(), await create()]).toEqual([429, 200]);
  expect((await partner.call<{ orders: Json[] }>('GET', '/control/state')).orders).toHaveLength(5);
  const unknown = script({ match: { operation: 'createOrders' }, do: { kind: 'drop' } });
  await expect(unknown).rejects.toThrow(/no operation createOrders.*createOrder, listOrders/);
});

test('a fault of the API loses an answer, or replies with a problem that the operation may answer', async () => {
  const api = createServer(({ url }, response) =>
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ called: url })),
  );
  await once(api.listen(0, '127.0.0.1'), 'listening');
  const own = await createSandbox({ apiUrl: `http://127.0.0.1:${(api.address() as AddressInfo).port}/api` });
  const fault = (action: Json) =>
    partnerOf(own).call('POST', '/control/faults', { match: { operation: 'api.createOrder' }, do: action });
  const order = () => supertest(own.url).post('/api/user/order?x=1').send({ amount: 150 });
  await order().expect(201, { called: '/api/user/order?x=1' });
  await fault({ kind: 'status', status: 429, code: 'busy' });
  const { body } = await order()
    .expect(429)
    .expect('retry-after', '1')
    .expect('content-type', /problem\+json/);
  expect(body).toMatchObject({ status: 429, code: 'busy' });
  await fault({ kind: 'drop', when: 'after' });
  await expect(order()).rejects.toThrow('socket hang up');
  await expect(fault({ kind: 'status', status: 429, code: 'email_taken' })).rejects.toThrow(/too_many_requests, busy/);
  await own.close();
  api.close();
});

test('controls, and pages that show bodies, open for browsers on this machine only', async () => {
  // The host name may belong to another site and resolve to this machine.
  for (const headers of [{ origin: 'https://elsewhere.example' }, { host: 'sandbox.elsewhere.example' }]) {
    await supertest(sandbox.url).post('/control/reset').set(headers).expect(403);
    for (const path of ['/requests', '/events', '/signature', '/faults', '/mailbox', '/mailbox/mail_1'])
      await supertest(sandbox.url).get(path).set(headers).expect(403);
  }
});

test('after a SIGKILL every acknowledged order and the keys for log-ins are there, and a line that was cut off is ignored', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
  const keysOf = (running: { url: string }) => partnerOf(running).call('GET', '/idp/.well-known/jwks.json');
  const killed = await startSandbox({ DATA_DIR: dataDir });
  const { createOrder, pay } = partnerOf(killed);
  const ids = await Promise.all(Array.from({ length: 10 }, () => createOrder()));
  await pay(ids[0] as string);
  const keys = await keysOf(killed);
  await killed.kill();
  appendFileSync(join(dataDir, 'sandbox.jsonl'), '{"order":{"id":"order_torn');

  const started = await startSandbox({ DATA_DIR: dataDir });
  for (const [index, id] of ids.entries()) {
    const { body } = await partnerOf(started).api('GET', `/v1/orders/${id}`);
    expect(body).toMatchObject({ id, status: index ? 'created' : 'paid' });
  }
  expect(await keysOf(started)).toEqual(keys);
  await started.stop();
  rmSync(dataDir, { recursive: true });
});
