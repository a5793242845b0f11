import { parse } from 'yaml';
import { operations as allOperations } from '../contract/contract';
import { useSite } from '../site/site';
import { openPage } from '../support/browser';
import { test } from '../support/in-browser';

const operations = allOperations.filter(({ isInternal }) => !isInternal);

interface Published {
  servers: { url: string }[];
  paths: Record<string, Record<string, { operationId: string }>>;
}

const site = useSite();

it('the contract is served at the root of the site as YAML and as JSON, without internal operations', async () => {
  const yaml = await fetch(`${site.url}/openapi.yaml`);
  const json = await fetch(`${site.url}/openapi.json`);
  expect(yaml.headers.get('content-type')).toMatch(/^(application|text)\/yaml/);
  const contract = (await json.json()) as Published;
  expect(parse(await yaml.text())).toEqual(contract);
  const published = Object.values(contract.paths).flatMap((path) => Object.values(path));
  expect(published.map(({ operationId }) => operationId)).toEqual(operations.map(({ id }) => id));
  expect(contract.servers.map(({ url }) => url)).toEqual([expect.stringMatching(/^https?:.*\/api$/)]);
});

test('the reference lists every operation, each has a page, and old links still lead to it', async () => {
  const page = await openPage(site.browser, { javaScriptEnabled: false });
  await page.goto(`${site.url}/docs/api`);
  for (const { id, method, path } of operations) {
    expect(await page.locator(`[id="operation/${id}"]`).count()).toBe(1);
    expect(await page.locator(`main a[href="/docs/api/${id}"]`).count()).toBeGreaterThan(0);
    const html = await (await fetch(`${site.url}/docs/api/${id}`)).text();
    for (const part of [method.toUpperCase(), `/api${path}`, 'Samples', 'Responses', 'Failures', 'Limits'])
      expect([id, html]).toEqual([id, expect.stringContaining(part)]);
  }
  await page.goto(`${site.url}/docs/errors`);
  await page.getByRole('link', { name: 'createOrder' }).first().click();
  expect(new URL(page.url()).pathname).toBe('/docs/api/createOrder');
  await page.context().close();
});
