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
  const found = (await axe.run({ resultTypes: ['violations'] })).violations;
  const grave = found.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target)}`);
};

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

test('a guide has one first heading, a title and a description, misses no value, and fits a phone', async () => {
  const page = await openPage(site.browser, { viewport: { width: 320, height: 640 } });
  for (const path of guides) {
    const { h1, title, description, text, cutOff } = await readPage(page, site.url + path);
    expect([path, h1.length, cutOff]).toEqual([path, 1, []]);
    expect(title).toMatch(/API guides.*NovaCore/);
    expect(description).toMatch(/^.{41,160}$/);
    expect([path, text]).toEqual([path, expect.not.stringContaining('undefined')]);
  }
  await page.context().close();
});

test('/docs/api has every operation, loads nothing from elsewhere, and passes axe in both schemes', async () => {
  const page = await openPage(site.browser, { viewport: { width: 1280, height: 900 } });
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(new URL(request.url()).origin));
  // An anchor that cannot be decoded, and a browser that blocks storage, do not matter.
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('Access is denied', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get });
  });
  await page.goto(`${site.url}/docs/api#%E0%A4%A`);
  await page.locator('.redoc-wrap').waitFor();
  const shown = await page
    .locator('[id^="operation/"]')
    .evaluateAll((all) => all.map(({ textContent }) => textContent));
  for (const { summary } of operations) expect(shown.join()).toContain(summary);
  await page.evaluate(axe);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect([colorScheme, await page.evaluate(violations)]).toEqual([colorScheme, []]);
  }
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
