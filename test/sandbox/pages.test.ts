import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSandbox, type Sandbox } from '../../apps/sandbox/src/sandbox';
import { violations } from '../support/axe';
import { launchBrowser, openPage, type TestPage } from '../support/browser';
import { test } from '../support/in-browser';
import { partnerOf } from './partner';

let sandbox: Sandbox;
let page: TestPage;
let received = 0;
const endpoint = createServer((request, reply) => {
  request.resume().on('end', () => reply.end(`heard ${++received}`));
});
const closers: (() => unknown)[] = [];
beforeAll(async () => {
  await once(endpoint.listen(0, '127.0.0.1'), 'listening');
  sandbox = await createSandbox({ webhookUrl: `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/` });
  const browser = await launchBrowser();
  page = await openPage(browser, { viewport: { width: 320, height: 640 } });
  closers.push(
    () => browser.close(),
    () => sandbox.close(),
    () => endpoint.close(),
  );
});
afterAll(async () => {
  for (const close of closers) await close();
});

test('requests appear by themselves, events are sent again, signatures are computed, faults and clock are set', async () => {
  const partner = partnerOf(sandbox);
  const order = await partner.createOrder();
  const paid = await partner.pay(order);
  await partner.call('POST', '/control/webhooks/flush');

  await page.goto(`${sandbox.url}/requests`);
  await partner.api('GET', `/v1/orders/${order}`);
  await page.getByRole('link', { name: `GET /v1/orders/${order}` }).click();
  const shown = await page.locator('main').textContent();
  expect(shown).toContain('authorization: Basic cnpwX3Rl…\n');
  expect(shown).toContain('"status":"paid"');

  await page.goto(`${sandbox.url}/events`);
  await page.getByRole('button', { name: 'Send again: order.paid' }).click();
  await page.getByText('heard 4').waitFor();

  await page.goto(`${sandbox.url}/signature`);
  await page.getByLabel('Order id').fill(order);
  await page.getByLabel('Payment id').fill(paid.razorpay_payment_id);
  await page.getByLabel('Signature to check').first().fill(paid.razorpay_signature);
  await page.getByRole('button', { name: 'Compute' }).first().click();
  await page.getByText('The given signature is genuine.').waitFor();

  await page.goto(`${sandbox.url}/faults`);
  await page.getByLabel('Operation').selectOption('createOrder');
  await page.getByLabel('What happens').selectOption({ label: '503 instead of the work' });
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByText('0 of 1').waitFor();
  expect((await partner.api('POST', '/v1/orders', { amount: 100 })).status).toBe(503);
  await page.getByLabel('Hours to move forward').fill('48');
  await page.getByRole('button', { name: 'Move the clock' }).click();
  await page.getByText(`time is ${new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10)}`).waitFor();
  expect(page.unexpected).toEqual([]);
});

test.each(['/', '/requests', '/events', '/signature', '/faults', '/mailbox'])(
  '%s fits a phone and passes axe',
  async (path) => {
    await page.goto(sandbox.url + path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    expect(await violations(page)).toEqual([]);
  },
);
