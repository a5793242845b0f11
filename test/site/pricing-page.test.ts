import { readFileSync } from 'node:fs';
import { openPage, type TestPage } from '../support/browser';
import { type Site, startSite } from './site';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.close());

describe('before the script has loaded', () => {
  it('what is filled in is kept', async () => {
    const late = await openPage(site.browser, { viewport: { width: 1280, height: 900 } });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await late.route('**/static/js/**', (route) => held.then(() => route.continue()));
    await late.goto(`${site.url}/pricing`, { waitUntil: 'commit' });
    await late.locator('#calculator').getByLabel('How many').fill('12');
    await late.locator('#calculator').getByLabel('GPU').selectOption('A40');
    await late.getByLabel('USD $').check();
    release();
    await late.locator('.quotes').getByText('12 × A40, 300 hours each').waitFor();
    expect(await late.getByLabel('USD $').isChecked()).toBe(true);
    await late.context().close();
  });
});

describe('without any script', () => {
  let still: TestPage;
  beforeAll(async () => {
    still = await openPage(site.browser, { javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
    await still.goto(`${site.url}/pricing`);
  });
  afterAll(() => still?.context().close());

  it('shows prices and break-evens as plain tables', async () => {
    expect(await still.locator('#explorer tbody tr').count()).toBe(8);
    expect(await still.locator('#explorer tbody').textContent()).toContain('₹1,99,680');
    expect(await still.locator('#break-even tbody').textContent()).toContain('589 h');
  });

  it('shows no control that would need one', async () => {
    const dead = still.locator('#explorer, #calculator').locator('input, select, button');
    expect(await dead.evaluateAll((all) => all.filter((each) => (each as HTMLElement).offsetParent).length)).toBe(0);
  });

  it('the currency still switches', async () => {
    await still.getByLabel('USD $').check();
    expect(await still.locator('.price-bars').getByText('$3.90').isVisible()).toBe(true);
    expect(await still.locator('.price-bars').getByText('₹339').isVisible()).toBe(false);
  });
});

describe.each(['light', 'dark'] as const)('on a phone, in the %s scheme', (colorScheme) => {
  let phone: TestPage;
  beforeAll(async () => {
    phone = await openPage(site.browser, { viewport: { width: 360, height: 780 }, colorScheme, hasTouch: true });
    await phone.addInitScript({ content: axe });
    await phone.goto(`${site.url}/pricing?compare=b200&compare=h100&compare=a30&count=9999&hours=744`);
    await phone.mouse.move(5, 5);
    await phone.locator('.comparison-table').waitFor();
  });
  afterAll(() => phone?.context().close());

  it('axe finds nothing', async () => {
    const found = await phone.evaluate(async () => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const { violations } = await axe.run({ resultTypes: ['violations'] });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    });
    expect(found).toEqual([]);
  });

  it('scrolls sideways only in the comparison, which the keyboard reaches', async () => {
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const region = phone.getByRole('region', { name: 'Side by side' });
    await region.focus();
    await phone.keyboard.press('ArrowRight');
    await phone.waitForFunction(() => (document.activeElement?.scrollLeft ?? 0) > 0);
    expect(phone.unexpected).toEqual([]);
  });
});
