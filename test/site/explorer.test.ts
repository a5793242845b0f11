import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { openPage, type TestPage } from '../support/browser';
import { shows } from '../support/eventually';
import { type Site, startSite } from './site';
import { gpuPrices } from './spec-prices';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
let site: Site;
let page: TestPage;
beforeAll(async () => {
  site = await startSite();
  page = await openPage(site.browser, { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
});
afterAll(() => site?.close());
afterEach(() => expect(page.unexpected).toEqual([]));

/** The explorer is alive when its column heads can be pressed. */
const alive = () => page.getByRole('button', { name: 'Memory' }).waitFor({ state: 'attached' });

async function open(query = '') {
  await page.goto(`${site.url}/pricing${query}`);
  await page.mouse.move(5, 5);
  await alive();
}

const query = () => [...new URL(page.url()).searchParams].map(([key, value]) => `${key}=${value}`);
const untilQuery = async (expected: string[]) => {
  await page.waitForFunction(
    (wanted) => [...new URLSearchParams(location.search)].map((pair) => pair.join('=')).join('&') === wanted,
    expected.join('&'),
  );
};

const list = () => page.locator('#explorer');
const calculator = () => page.locator('#calculator');
const texts = (locator: Locator) => locator.allInnerTexts();
const rows = () => list().locator('.table--gpus tbody tr:visible th');
const compare = (gpu: string) => list().getByLabel(`Compare ${gpu}`, { exact: true });
const result = () => calculator().locator('.quotes');
const untilRows = (expected: string[], first?: number) =>
  shows(async () => (await texts(rows())).slice(0, first), expected);
const listed = gpuPrices.map(({ gpu }) => gpu);

describe('the price list', () => {
  beforeEach(() => open());

  it('shows every GPU in the order of the list', async () => await untilRows(listed));

  it('leaves those with enough memory, and says how many', async () => {
    await list().getByLabel('80', { exact: true }).check();
    await untilQuery(['memory=80']);
    await untilRows(['B200', 'H100', 'A100 80GB']);
    await shows(() => list().getByRole('status').textContent(), '3 of 8 GPUs');
  });

  it('leaves those that NVLink joins', async () => {
    await list().getByLabel('With NVLink only').check();
    await untilQuery(['nvlink=on']);
    await untilRows(listed.filter((gpu) => gpu !== 'L40S' && gpu !== 'L4'));
  });

  it('sorts at the press of a column’s head: least first, most first, as listed', async () => {
    const head = list().getByRole('columnheader', { name: 'an hour' }).first();
    await head.getByRole('button').focus();
    await page.keyboard.press('Enter');
    await untilQuery(['sort=inr-hour']);
    await untilRows(['A30', 'A40', 'A100 40GB', 'L4', 'A100 80GB', 'L40S', 'H100', 'B200']);
    await shows(() => head.getAttribute('aria-sort'), 'ascending');
    await page.keyboard.press('Enter');
    await untilQuery(['sort=-inr-hour']);
    await untilRows(['B200'], 1);
    await shows(() => head.getAttribute('aria-sort'), 'descending');
    await page.keyboard.press('Enter');
    await untilQuery([]);
    await untilRows(listed);
  });

  it('sorts by every order that it offers, each in its own currency', async () => {
    await list().getByLabel('Order').selectOption('US dollars a month, least first');
    await untilQuery(['sort=usd-month']);
    await untilRows(['A30', 'A40', 'A100 40GB', 'L4', 'A100 80GB', 'L40S', 'H100', 'B200']);
    await list().getByLabel('Order').selectOption('Memory, most first');
    await untilQuery(['sort=-memory']);
    await untilRows(['B200', 'H100', 'A100 80GB'], 3);
  });
});

describe('side by side', () => {
  const table = () => list().locator('.comparison-table');
  const columns = () => texts(table().locator('thead th'));

  it('shows up to three, also such as the filter hides, and then no fourth', async () => {
    await open();
    for (const gpu of ['L4', 'H100', 'B200']) await compare(gpu).check();
    await untilQuery(['compare=b200', 'compare=h100', 'compare=l4']);
    await shows(() => columns(), ['B200', 'H100', 'L4']);
    await shows(() => compare('A30').isDisabled(), true);
    await list().getByLabel('80', { exact: true }).check();
    await untilQuery(['memory=80', 'compare=b200', 'compare=h100', 'compare=l4']);
    await list().getByLabel('With NVLink only').check();
    await untilQuery(['memory=80', 'nvlink=on', 'compare=b200', 'compare=h100', 'compare=l4']);
    await shows(() => columns(), ['B200', 'H100', 'L4']);
    await compare('B200').uncheck();
    await untilQuery(['memory=80', 'nvlink=on', 'compare=h100', 'compare=l4']);
    await shows(() => compare('A100 80GB').isDisabled(), false);
  });

  it('says memory, bandwidth, NVLink, all four prices and the break-even of each', async () => {
    await open('?compare=h100&compare=l40s');
    const cells = async () => (await texts(table().locator('tbody td:first-of-type'))).map((cell) => cell.trim());
    await shows(cells, [...['80 GB HBM3', '3.35 TB/s', '900 GB/s'], ...['₹165', '₹86,764', '$1.90', '$999', '526 h']]);
    await shows(() => table().locator('tbody tr:nth-child(3) td').nth(1).textContent(), 'None');
  });
});

describe('the calculator', () => {
  it('answers in both currencies as listed, each with the cheaper plan', async () => {
    await open();
    await calculator().getByLabel('GPU').selectOption('H100');
    await calculator().getByLabel('How many').fill('8');
    await calculator().getByRole('spinbutton', { name: 'Hours a month, each' }).fill('200');
    await untilQuery(['gpu=h100', 'hours=200']);
    for (const part of [
      '8 × H100, 200 hours each',
      '₹2,64,000',
      '₹6,94,112',
      '₹4,30,112',
      '$3,040',
      '$7,992',
      '$4,952',
    ])
      await shows(() => result().textContent(), expect.stringContaining(part));
  });

  it('decides for each currency by its own list: where the month is cheaper in rupees, it may not be in dollars', async () => {
    await open('?gpu=a100-80gb&count=1&hours=455');
    await shows(
      () => texts(result().locator('.caption').filter({ hasText: '·' })),
      ['Rupees · By the month', 'US dollars · By the hour'],
    );
    await shows(() => texts(result().locator('.figure')), ['₹19,890', '$227.50']);
  });

  it('adds up cents without a remainder', async () => {
    await open('?gpu=l40s&count=3&hours=7');
    await shows(() => result().locator('.figure').nth(1).textContent(), '$14.49');
  });

  it('takes hours from the slider, by keyboard, and shows where they stand in the plot', async () => {
    await open('?hours=100');
    await calculator().getByRole('slider').focus();
    await page.keyboard.press('ArrowRight');
    await untilQuery(['hours=101']);
    await page.keyboard.press('End');
    await untilQuery(['hours=744']);
    await shows(() => calculator().getByRole('spinbutton', { name: 'Hours a month, each' }).inputValue(), '744');
    await shows(
      () => calculator().locator('.plot .hours-line').first().getAttribute('d'),
      expect.stringMatching(/^M744 /),
    );
  });

  it('speaks its result once the numbers have come to rest', async () => {
    await open();
    await calculator().getByLabel('How many').fill('2');
    await untilQuery(['count=2']);
    await shows(
      () => calculator().getByRole('status').textContent(),
      '2 × B200, 300 hours each: ₹2,03,400 by the hour. By the month it would be ₹3,99,360: ₹1,95,960 more. ' +
        '$2,340 by the hour. By the month it would be $4,598: $2,258 more.',
    );
  });

  it.each(['0', '10000', '', '1.5'])('keeps its last result for "%s", and says what would fit', async (count) => {
    await open('?count=4');
    const field = calculator().getByLabel('How many');
    await field.fill(count);
    await calculator().getByText('A whole number, 1 to 9,999.').waitFor();
    await shows(() => field.getAttribute('aria-invalid'), 'true');
    await shows(() => result().textContent(), expect.stringContaining('4 × B200'));
    await field.fill('5');
    await untilQuery(['count=5']);
    await shows(() => field.getAttribute('aria-invalid'), null);
  });
});

describe('the break-even', () => {
  it.each([
    ['INR ₹', '589', '₹1,99,680'],
    ['USD $', '589', '$2,299'],
  ])('stands as a number and as a plot, in %s', async (currency, hours, month) => {
    await open();
    await page.getByLabel(currency).check();
    const plot = calculator().locator('.plot:visible');
    await shows(
      () => calculator().locator('.figure--xl:visible').textContent(),
      expect.stringMatching(new RegExp(`^${hours}\\s*h$`)),
    );
    await shows(() => plot.getAttribute('aria-label'), expect.stringContaining(`${month}, after about ${hours} hours`));
    await shows(() => plot.locator('text').first().innerHTML(), expect.stringContaining(month));
  });

  it('is said for all eight, in the currency that is chosen', async () => {
    await open('?currency=usd');
    await shows(
      () => texts(page.locator('#break-even tbody td.emphasis')),
      ['589 h', '526 h', '458 h', '530 h', '462 h', '511 h', '516 h', '495 h'],
    );
  });
});

describe('the address', () => {
  const shared = ['currency=usd', 'memory=48', 'sort=-usd-hour', 'compare=b200', 'compare=a40'];
  const whole = [...shared, 'gpu=l4', 'count=3', 'hours=600'];

  it('brings back everything that was chosen, in every control', async () => {
    await open(`?${whole.join('&')}`);
    await shows(() => page.getByLabel('USD $').isChecked(), true);
    await shows(() => list().getByLabel('48', { exact: true }).isChecked(), true);
    await shows(() => list().getByLabel('Order').inputValue(), '-usd-hour');
    await shows(() => compare('A40').isChecked(), true);
    await shows(() => calculator().getByLabel('GPU').inputValue(), 'l4');
    await shows(() => calculator().getByLabel('How many').inputValue(), '3');
    await shows(() => calculator().getByRole('slider').inputValue(), '600');
    await shows(() => result().textContent(), expect.stringContaining('3 × L4, 600 hours each'));
    await page.reload();
    await alive();
    expect(query()).toEqual(whole);
    await shows(() => result().textContent(), expect.stringContaining('3 × L4, 600 hours each'));
  });

  it('is taken back step by step with the browser’s Back', async () => {
    await open();
    await list().getByLabel('80', { exact: true }).check();
    await untilQuery(['memory=80']);
    await compare('H100').check();
    await untilQuery(['memory=80', 'compare=h100']);
    await page.goBack();
    await untilQuery(['memory=80']);
    await shows(() => compare('H100').isChecked(), false);
    await page.goBack();
    await untilQuery([]);
    await shows(() => list().getByLabel('80', { exact: true }).isChecked(), false);
    await shows(() => list().getByLabel('Any').isChecked(), true);
    await untilRows(listed);
  });

  it('is there again on the way back from another page', async () => {
    await open('?gpu=a30&hours=500');
    await page.locator('.nav').getByRole('link', { name: 'Services' }).first().click();
    await page.getByRole('heading', { level: 1, name: /services/i }).waitFor();
    await page.goBack();
    await result().getByText('8 × A30, 500 hours each').waitFor();
    expect(query()).toEqual(['gpu=a30', 'hours=500']);
  });

  it('is no error whatever it says', async () => {
    await open(
      '?currency=eur&memory=7&sort=price&compare=x&compare=h100&compare=h100&gpu=&count=-1&hours=1e9&nvlink=1',
    );
    await shows(() => texts(list().locator('.comparison-table thead th')), ['H100']);
    await shows(() => result().textContent(), expect.stringContaining('8 × B200, 300 hours each'));
    await untilRows(listed);
  });
});

describe('before the script has come', () => {
  it('what is filled in is kept', async () => {
    const late = await openPage(site.browser, { viewport: { width: 1280, height: 900 } });
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await late.route('**/static/js/**', (route) => held.then(() => route.continue()));
    await late.goto(`${site.url}/pricing`, { waitUntil: 'commit' });
    await late.locator('#calculator').getByLabel('How many').fill('12');
    await late.locator('#calculator').getByLabel('GPU').selectOption('A40');
    await late.getByLabel('USD $').check();
    letGo();
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

  it('the prices stand in a plain table, and so do the break-evens', async () => {
    expect(await still.locator('#explorer tbody tr').count()).toBe(8);
    expect(await still.locator('#explorer tbody').textContent()).toContain('₹1,99,680');
    expect(await still.locator('#break-even tbody').textContent()).toContain('589 h');
  });

  it('nothing is shown that would need one', async () => {
    const dead = still.locator('#explorer, #calculator').locator('input, select, button');
    expect(await dead.evaluateAll((all) => all.filter((each) => (each as HTMLElement).offsetParent).length)).toBe(0);
  });

  it('the currency still switches', async () => {
    await still.getByLabel('USD $').check();
    expect(await still.locator('.price-bars').getByText('$3.90').isVisible()).toBe(true);
    expect(await still.locator('.price-bars').getByText('₹339').isVisible()).toBe(false);
  });
});

describe.each(['light', 'dark'] as const)('in use on a phone, in the %s scheme', (colorScheme) => {
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

  it('scrolls sideways nowhere but in the comparison, which the keyboard reaches', async () => {
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const region = phone.getByRole('region', { name: 'Side by side' });
    await region.focus();
    await phone.keyboard.press('ArrowRight');
    await phone.waitForFunction(() => (document.activeElement?.scrollLeft ?? 0) > 0);
    expect(phone.unexpected).toEqual([]);
  });
});
