import type { Locator } from 'playwright-core';
import { expect, openPage, type TestPage } from '../support/browser';
import { shows } from '../support/eventually';
import { describe } from '../support/in-browser';
import { type Site, startSite } from './site';
import { gpuPrices } from './spec-prices';

let site: Site;
let page: TestPage;
beforeAll(async () => {
  site = await startSite();
  page = await openPage(site.browser, { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
});
afterAll(() => site?.close());
afterEach(() => expect(page.unexpected).toEqual([]));

/** The script has mounted the explorer when its column heads are buttons. */
const mounted = () => page.getByRole('button', { name: 'Memory' }).waitFor({ state: 'attached' });

async function open(query = '') {
  await page.goto(`${site.url}/pricing${query}`);
  await page.mouse.move(5, 5);
  await mounted();
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

  it('filters by memory and NVLink, and says how many GPUs are left', async () => {
    await untilRows(listed);
    await list().getByLabel('80', { exact: true }).check();
    await untilQuery(['memory=80']);
    await untilRows(['B200', 'H100', 'A100 80GB']);
    await expect(list().getByRole('status').first()).toHaveText('3 of 8 GPUs');
    await list().getByLabel('Any').check();
    await list().getByLabel('With NVLink only').check();
    await untilQuery(['nvlink=on']);
    await untilRows(listed.filter((gpu) => gpu !== 'L40S' && gpu !== 'L4'));
  });

  it('sorts by a column head and by every order in the list, each currency by its own prices', async () => {
    const head = list().getByRole('columnheader', { name: 'an hour' }).first();
    await head.getByRole('button').focus();
    for (const [sort, direction, first] of [
      [['sort=inr-hour'], 'ascending', 'A30'],
      [['sort=-inr-hour'], 'descending', 'B200'],
      [[], null, 'B200'],
    ] as const) {
      await page.keyboard.press('Enter');
      await untilQuery([...sort]);
      await untilRows([first], 1);
      await shows(() => head.getAttribute('aria-sort'), direction);
    }
    await untilRows(listed);
    await list().getByLabel('Order').selectOption('US dollars a month, least first');
    await untilQuery(['sort=usd-month']);
    await untilRows(['A30', 'A40', 'A100 40GB', 'L4', 'A100 80GB', 'L40S', 'H100', 'B200']);
    await list().getByLabel('Order').selectOption('Memory, most first');
    await untilQuery(['sort=-memory']);
    await untilRows(['B200', 'H100', 'A100 80GB'], 3);
  });
});

describe('the comparison', () => {
  const table = () => list().locator('.comparison-table');
  const columns = () => texts(table().locator('thead th'));

  it('shows up to three GPUs, also those that the filter hides', async () => {
    await open();
    for (const gpu of ['L4', 'H100', 'B200']) await compare(gpu).check();
    const compared = ['compare=b200', 'compare=h100', 'compare=l4'];
    await untilQuery(compared);
    await shows(() => columns(), ['B200', 'H100', 'L4']);
    await expect(compare('A30')).toBeDisabled();
    await list().getByLabel('80', { exact: true }).check();
    await untilQuery(['memory=80', ...compared]);
    await shows(() => columns(), ['B200', 'H100', 'L4']);
    await compare('B200').uncheck();
    await untilQuery(['memory=80', 'compare=h100', 'compare=l4']);
    await expect(compare('A100 80GB')).toBeEnabled();
  });

  it('announces what is selected, leads to the comparison, and to an inquiry about it', async () => {
    await open();
    const announced = () => list().getByRole('status').last().textContent();
    await shows(announced, 'Select up to 3 GPUs to compare.');
    await compare('H100').check();
    await compare('A30').check();
    await shows(announced, '2 of 3 selected: H100, A30');
    await list().getByRole('link', { name: 'Show comparison' }).click();
    await shows(() => table().evaluate((element) => element.getBoundingClientRect().top < innerHeight), true);
    await list().getByRole('link', { name: 'Request these GPUs' }).click();
    await expect(page.getByLabel('Details')).toHaveValue('Topic: H100, A30\n\n');
  });

  it('shows memory, bandwidth, NVLink, all four prices and the break-even', async () => {
    await open('?compare=h100&compare=l40s');
    const cells = async () => (await texts(table().locator('tbody td:first-of-type'))).map((cell) => cell.trim());
    await shows(cells, [...['80 GB HBM3', '3.35 TB/s', '900 GB/s'], ...['₹165', '₹86,764', '$1.90', '$999', '526 h']]);
    await expect(table().locator('tbody tr:nth-child(3) td').nth(1)).toHaveText('None');
  });
});

describe('the calculator', () => {
  const hoursField = () => calculator().getByRole('spinbutton', { name: 'Hours a month, each' });

  it('quotes both currencies as listed, each with its cheaper plan, and leads to an inquiry about it', async () => {
    await open();
    await calculator().getByLabel('GPU').selectOption('H100');
    await calculator().getByLabel('How many').fill('8');
    await hoursField().fill('200');
    await untilQuery(['gpu=h100', 'hours=200']);
    const parts = ['8 × H100, 200 hours each', '₹2,64,000', '₹6,94,112', '₹4,30,112', '$3,040', '$7,992', '$4,952'];
    for (const part of parts) await expect(result()).toContainText(part);
    await calculator().getByRole('link', { name: 'Send this configuration' }).click();
    const topic = 'Topic: 8 × H100, 200 hours each a month, by the hour: ₹2,64,000\n\n';
    await expect(page.getByLabel('Details')).toHaveValue(topic);
  });

  it('may find the month cheaper in rupees and the hour in dollars, and adds up cents without a remainder', async () => {
    await open('?gpu=a100-80gb&count=1&hours=455');
    await shows(
      () => texts(result().locator('.caption').filter({ hasText: '·' })),
      ['Rupees · By the month', 'US dollars · By the hour'],
    );
    await shows(() => texts(result().locator('.figure')), ['₹19,890', '$227.50']);
    await open('?gpu=l40s&count=3&hours=7');
    await expect(result().locator('.figure').nth(1)).toHaveText('$14.49');
  });

  it('takes hours from the slider, by keyboard, and marks them in the plot', async () => {
    await open('?hours=100');
    await calculator().getByRole('slider').focus();
    await page.keyboard.press('ArrowRight');
    await untilQuery(['hours=101']);
    await page.keyboard.press('End');
    await untilQuery(['hours=744']);
    await expect(hoursField()).toHaveValue('744');
    await shows(
      () => calculator().locator('.plot .hours-line').first().getAttribute('d'),
      expect.stringMatching(/^M744 /),
    );
  });

  it('announces its result after a pause in typing', async () => {
    await open();
    await calculator().getByLabel('How many').fill('2');
    await shows(
      () => calculator().getByRole('status').textContent(),
      expect.stringMatching(/^2 × B200, 300 hours each: ₹2,03,400 by the hour\. .*\$2,258 more\.$/),
    );
  });

  it('keeps its last result while a number is invalid, and says what is valid', async () => {
    await open('?count=4');
    const field = calculator().getByLabel('How many');
    for (const count of ['0', '10000', '', '1.5']) {
      await field.fill(count);
      await calculator().getByText('A whole number, 1 to 9,999.').waitFor();
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(result()).toContainText('4 × B200');
      await field.fill('4');
      await expect(field).not.toHaveAttribute('aria-invalid');
    }
    await field.fill('5');
    await untilQuery(['count=5']);
  });
});

describe('the break-even', () => {
  it('is a number, a plot and a list of all eight GPUs, in both currencies', async () => {
    await open();
    const hours = () => texts(page.locator('#break-even tbody td.emphasis'));
    for (const [currency, month] of [
      ['USD $', '$2,299'],
      ['INR ₹', '₹1,99,680'],
    ] as const) {
      await page.getByLabel(currency).check();
      const plot = calculator().locator('.plot:visible');
      await expect(calculator().locator('.figure--xl:visible')).toHaveText('589 h');
      await shows(() => plot.getAttribute('aria-label'), expect.stringContaining(`${month}, after about 589 hours`));
      await shows(() => plot.locator('text').first().innerHTML(), expect.stringContaining(month));
      if (currency === 'USD $')
        await shows(hours, ['589 h', '526 h', '458 h', '530 h', '462 h', '511 h', '516 h', '495 h']);
    }
  });
});

describe('the address', () => {
  const shared = ['currency=usd', 'memory=48', 'sort=-usd-hour', 'compare=b200', 'compare=a40'];
  const whole = [...shared, 'gpu=l4', 'count=3', 'hours=600'];

  it('restores every choice in every control', async () => {
    await open(`?${whole.join('&')}`);
    await expect(page.getByLabel('USD $')).toBeChecked();
    await expect(list().getByLabel('48', { exact: true })).toBeChecked();
    await expect(list().getByLabel('Order')).toHaveValue('-usd-hour');
    await expect(compare('A40')).toBeChecked();
    await expect(calculator().getByLabel('GPU')).toHaveValue('l4');
    await expect(calculator().getByLabel('How many')).toHaveValue('3');
    await expect(calculator().getByRole('slider')).toHaveValue('600');
    await expect(result()).toContainText('3 × L4, 600 hours each');
    await page.reload();
    await mounted();
    expect(query()).toEqual(whole);
    await expect(result()).toContainText('3 × L4, 600 hours each');
  });

  it('goes back choice by choice with the browser’s Back', async () => {
    await open();
    await list().getByLabel('80', { exact: true }).check();
    await untilQuery(['memory=80']);
    await compare('H100').check();
    await untilQuery(['memory=80', 'compare=h100']);
    await page.goBack();
    await untilQuery(['memory=80']);
    await expect(compare('H100')).not.toBeChecked();
    await page.goBack();
    await untilQuery([]);
    await expect(list().getByLabel('80', { exact: true })).not.toBeChecked();
    await expect(list().getByLabel('Any')).toBeChecked();
    await untilRows(listed);
  });

  it('is restored on the way back from another page', async () => {
    await open('?gpu=a30&hours=500');
    await page.locator('.nav').getByRole('link', { name: 'Services' }).first().click();
    await page.getByRole('heading', { level: 1, name: /services/i }).waitFor();
    await page.goBack();
    await result().getByText('8 × A30, 500 hours each').waitFor();
    expect(query()).toEqual(['gpu=a30', 'hours=500']);
  });

  it('ignores what it does not know', async () => {
    await open(
      '?currency=eur&memory=7&sort=price&compare=x&compare=h100&compare=h100&gpu=&count=-1&hours=1e9&nvlink=1',
    );
    await shows(() => texts(list().locator('.comparison-table thead th')), ['H100']);
    await expect(result()).toContainText('8 × B200, 300 hours each');
    await untilRows(listed);
  });
});
