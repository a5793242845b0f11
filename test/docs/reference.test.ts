import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type Site, startSite } from '../site/site';
import { openPage, type TestPage } from '../support/browser';
import { projectRoot } from '../support/paths';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const contract = parse(readFileSync(join(projectRoot, 'openapi.yaml'), 'utf8'));
const operations = Object.values<Record<string, { operationId: string; summary: string }>>(contract.paths).flatMap(
  Object.values,
);

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.close());

describe('the contract, as partners get it', () => {
  it('lies at the root of the site, as it is written and as JSON', async () => {
    const yaml = await fetch(`${site.url}/openapi.yaml`);
    const json = await fetch(`${site.url}/openapi.json`);
    expect(yaml.headers.get('content-type')).toMatch(/^(application|text)\/yaml/);
    expect(await yaml.text()).toBe(readFileSync(join(projectRoot, 'openapi.yaml'), 'utf8'));
    expect(await json.json()).toEqual(contract);
  });
});

describe.each(['light', 'dark'] as const)('/docs/api in the %s scheme', (colorScheme) => {
  let page: TestPage;
  const asked: string[] = [];
  beforeAll(async () => {
    page = await openPage(site.browser, { viewport: { width: 1280, height: 900 }, colorScheme });
    await page.addInitScript({ content: axe });
    page.on('request', (request) => asked.push(new URL(request.url()).origin));
    await page.goto(`${site.url}/docs/api`);
    await page.locator('.redoc-wrap').waitFor();
  });
  afterAll(() => page?.context().close());

  it('has every operation', async () => {
    for (const { operationId, summary } of operations)
      expect(await page.locator(`[id="operation/${operationId}"]`).textContent()).toContain(summary);
  });

  it('asks nobody but this site', () =>
    expect(asked.filter((origin) => origin !== site.url && origin !== 'null')).toEqual([]));

  it('keeps to its policy: nothing is blocked, nothing goes wrong', () => expect(page.unexpected).toEqual([]));

  it('has no serious accessibility finding', async () => {
    const serious = await page.evaluate(async () => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const { violations } = await axe.run({ resultTypes: ['violations'] });
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    });
    expect(serious).toEqual([]);
  });

  it('leads back to the guides and to the site', async () => {
    const links = page.getByRole('banner').getByRole('link');
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
      '/',
      '/docs',
      '/openapi.yaml',
    ]);
  });
});

it('/docs/api can be read without script: each operation with its method and address', async () => {
  const page = await openPage(site.browser, { javaScriptEnabled: false });
  await page.goto(`${site.url}/docs/api#operation/verifyPayment`);
  expect(await page.locator('[id="operation/verifyPayment"]').textContent()).toContain('POST /api/user/verify');
  expect(await page.locator('section').count()).toBe(operations.length);
  await page.context().close();
});

const shown = (page: TestPage) => page.locator(`.redoc-wrap [id="operation/${operations[0]?.operationId}"]`).waitFor();

it('/docs/api is shown where the browser blocks storage', async () => {
  const page = await openPage(site.browser);
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Access is denied', 'SecurityError');
      },
    }),
  );
  await page.goto(`${site.url}/docs/api`);
  await shown(page);
  expect(page.unexpected).toEqual([]);
  await page.context().close();
});

describe('/docs/api at an address whose anchor cannot be read', () => {
  it.each(['#%', '#%E0%A4%A'])('%s is shown all the same', async (hash) => {
    const page = await openPage(site.browser);
    await page.goto(`${site.url}/docs/api${hash}`);
    await shown(page);
    expect(page.unexpected).toEqual([]);
    await page.context().close();
  });

  it('stays as it is, and goes on to the next that can be read', async () => {
    const page = await openPage(site.browser);
    await page.goto(`${site.url}/docs/api`);
    await shown(page);
    await page.evaluate(() => window.location.assign('#%'));
    await page.mouse.wheel(0, 2000);
    await page.waitForURL(/#tag/);
    await page.evaluate(() => window.location.assign('#operation/verifyPayment'));
    await page.locator('label.active', { hasText: 'Verify' }).waitFor();
    expect(page.unexpected).toEqual([]);
    await page.context().close();
  });
});

it('a link from a guide into the reference loads it as a document of its own, with its own policy', async () => {
  const page = await openPage(site.browser);
  await page.goto(`${site.url}/docs/errors`);
  await page.getByRole('link', { name: 'createOrder' }).first().click();
  await page.locator('.redoc-wrap').waitFor();
  expect(new URL(page.url()).pathname).toBe('/docs/api');
  expect(page.unexpected).toEqual([]);
  await page.context().close();
});
