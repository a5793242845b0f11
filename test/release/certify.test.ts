import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { certify } from '../../apps/sandbox/src/certify/certify';
import { Shop } from '../../apps/sandbox/src/certify/shop';
import { createSandbox } from '../../apps/sandbox/src/sandbox';
import { openShop } from './naive-shop';

test('a naive shop fails the scenarios that it ignores, by name, and its provider is left as it was', async () => {
  const sandbox = await createSandbox({ webhookUrl: 'http://127.0.0.1:9/before' });
  const shop = await openShop(sandbox.url);
  const results = await certify({ endpoint: shop.url, sandbox: sandbox.url, timeoutMs: 4_000 });
  const settings = await (await fetch(`${sandbox.url}/control/webhooks`)).json();
  shop.close();
  await sandbox.close();
  const failed = results.flatMap(({ scenario, failure }) => (failure === null ? [] : [scenario.id]));
  expect(failed).toEqual([
    ...['order.other-amount', 'order.answer-lost', 'order.provider-500', 'order.provider-hangs'],
    ...['verify.other-amount', 'verify.other-currency', 'verify.failed', 'verify.undecided', 'verify.refunded'],
    ...['verify.authorised', 'verify.provider-500', 'verify.provider-garbage', 'verify.provider-hangs'],
    ...['webhook.stale-failure', 'webhook.other-amount', 'webhook.replayed', 'webhook.forged', 'webhook.unknown'],
    ...['refund.second-payment', 'refund.answer-lost', 'refund.event'],
  ]);
  const forged = results.find(({ scenario }) => scenario.id === 'webhook.forged');
  expect(forged).toMatchObject({ failure: 'answered 200, not 4xx', scenario: { razorpay: 'BP-37' } });
  expect(forged?.exchange.at(-1)).toMatch(/^POST \/webhooks\/razorpay .* → 200/);
  expect(settings).toMatchObject({ url: 'http://127.0.0.1:9/before', mode: 'on' });
});

test('a shop that reads the status of an order from the provider may refuse a wrong signature of a captured payment', async () => {
  const sandbox = await createSandbox({});
  const shop = await openShop(sandbox.url, { readsProvider: true });
  const only = ['verify.genuine', 'verify.wrong-signature'];
  const results = await certify({ endpoint: shop.url, sandbox: sandbox.url, timeoutMs: 4_000, only });
  shop.close();
  await sandbox.close();
  expect(results.map(({ failure }) => failure)).toEqual([null, null]);
});

test('what a shop answers is printed without characters that a terminal obeys', async () => {
  const hostile = ['a\x1b[2Jb', 'c\u202ed\u2066', 'e\r\nFAIL', `${'x'.repeat(119)}\u{1f600}`];
  const server = createServer((request, reply) =>
    reply.end(`{"id":${JSON.stringify(hostile[Number(request.url?.at(-1))])}} ${hostile.join('')}`),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}`;
  const shop = new Shop({ endpoint, sandbox: endpoint, token: undefined, timeoutMs: 4_000 });
  for (const [at, text] of hostile.entries()) await shop.call('POST', `/user/order/${text}${at}`, text);
  server.close();
  expect(shop.exchange).toHaveLength(hostile.length);
  expect(shop.exchange.filter((line) => /[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}]/u.test(line))).toEqual([]);
});
