import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { operations as allOperations } from '../contract/contract';
import { readPage } from '../site/read-page';
import { guides, type Site, startSite } from '../site/site';
import { openPage } from '../support/browser';
import { test } from '../support/in-browser';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

const operations = allOperations.filter(({ isInternal }) => !isInternal);

interface Published {
  servers: { url: string }[];
  paths: Record<string, Record<string, { operationId: string }>>;
}

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.close());

/** Runs in the browser. */
const violations = async () => {
  const { axe } = window as unknown as { axe: typeof import('axe-core') };
  const { violations } = await axe.run({ resultTypes: ['violations'] });
  return violations.map(({ id, impact, nodes }) => ({ impact, text: `${id}: ${nodes.map(({ target }) => target)}` }));
};

it('no guide shows a value that is missing', async () => {
  for (const path of guides)
    expect([path, await (await fetch(site.url + path)).text()]).toEqual([
      path,
      expect.not.stringContaining('undefined'),
    ]);
});

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

test('a guide has one first heading, a title and a description, and fits a phone', async () => {
  const page = await openPage(site.browser, { viewport: { width: 320, height: 640 } });
  for (const path of guides) {
    const { h1, title, description, cutOff } = await readPage(page, site.url + path);
    expect([path, h1.length, cutOff]).toEqual([path, 1, []]);
    expect(title).toMatch(/API guides.*NovaCore/);
    expect(description).toMatch(/^.{41,160}$/);
  }
  await page.context().close();
});

test('/docs/api has every operation and passes axe in both schemes', async () => {
  const page = await openPage(site.browser, { viewport: { width: 1280, height: 900 } });
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(new URL(request.url()).origin));
  await page.addInitScript({ content: axe });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(`${site.url}/docs/api`);
    await page.locator('.redoc-wrap').waitFor();
    for (const { id, summary } of operations)
      expect(await page.locator(`[id="operation/${id}"]`).textContent()).toContain(summary);
    const found = await page.evaluate(violations);
    expect(found.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
  }
  // It loads from this site only, and its security policy blocks nothing.
  expect([...asked].filter((origin) => origin !== site.url && origin !== 'null')).toEqual([]);
  expect(page.unexpected).toEqual([]);
  await page.context().close();
});

test('/docs/api can be read without script: each operation with its method and address', async () => {
  const page = await openPage(site.browser, { javaScriptEnabled: false });
  await page.goto(`${site.url}/docs/api#operation/verifyPayment`);
  expect(await page.locator('[id="operation/verifyPayment"]').textContent()).toContain('POST /api/user/verify');
  expect(await page.locator('section').count()).toBe(operations.length);
  await page.context().close();
});

test('/docs/api is shown where the browser blocks storage, and with an anchor that cannot be decoded', async () => {
  const page = await openPage(site.browser);
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Access is denied', 'SecurityError');
      },
    }),
  );
  for (const hash of ['#%', '#%E0%A4%A']) {
    await page.goto(`${site.url}/docs/api${hash}`);
    await page.reload();
    await page.locator(`.redoc-wrap [id="operation/${operations[0]?.id}"]`).waitFor();
  }
  expect(page.unexpected).toEqual([]);
  await page.context().close();
});

test('a link from a guide to the reference loads it as a document, with its own security policy', async () => {
  // The reference takes part in no view transition, which the browser reports.
  const page = await openPage(site.browser, {}, [/ViewTransition opt-in disabled/]);
  await page.goto(`${site.url}/docs/errors`);
  await page.getByRole('link', { name: 'createOrder' }).first().click();
  await page.locator('.redoc-wrap').waitFor();
  expect(new URL(page.url()).pathname).toBe('/docs/api');
  expect(page.unexpected).toEqual([]);
  await page.context().close();
});
