import type { Locator } from 'playwright-core';
import { expect, openPage, type TestPage } from '../support/browser';
import { shows } from '../support/eventually';
import { describe } from '../support/in-browser';
import { useSite } from './site';
import { gpuPrices } from './spec-prices';

const wide = { width: 1280, height: 900 };
const site = useSite();
let page: TestPage;
beforeAll(async () => {
  page = await openPage(site.browser, { viewport: wide, reducedMotion: 'reduce' });
});
afterEach(() => expect(page.unexpected).toEqual([]));

async function open(query = '') {
  await page.goto(`${site.url}/pricing${query}`);
  await page.mouse.move(5, 5);
  // The explorer is mounted when its column heads are buttons.
  await page.getByRole('button', { name: 'Memory' }).waitFor({ state: 'attached' });
}

const untilQuery = (...expected: string[]) =>
  shows(async () => Array.from(new URL(page.url()).searchParams, (pair) => pair.join('=')), expected);

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

  it('filters, and says how many GPUs are left', async () => {
    await untilRows(listed);
    await list().getByLabel('80', { exact: true }).check();
    await untilQuery('memory=80');
    await untilRows(['B200', 'H100', 'A100 80GB']);
    await expect(list().getByRole('status').first()).toHaveText('3 of 8 GPUs');
    await list().getByLabel('With NVLink only').check();
    await untilQuery('memory=80', 'nvlink=on');
  });

  it('sorts by a column head, by keyboard, and by the list of orders', async () => {
    const head = list().getByRole('columnheader', { name: 'an hour' }).first();
    await head.getByRole('button').focus();
    for (const [sort, direction, first] of [
      [['sort=inr-hour'], 'ascending', 'A30'],
      [['sort=-inr-hour'], 'descending', 'B200'],
      [[], null, 'B200'],
    ] as const) {
      await page.keyboard.press('Enter');
      await untilQuery(...sort);
      await untilRows([first], 1);
      await shows(() => head.getAttribute('aria-sort'), direction);
    }
    await list().getByLabel('Order').selectOption('US dollars a month, least first');
    await untilRows(['A30', 'A40', 'A100 40GB', 'L4'], 4);
  });
});

describe('the comparison', () => {
  const table = () => list().locator('.comparison-table');
  const columns = () => texts(table().locator('thead th'));

  it('announces up to three GPUs, shows them side by side, and leads to an inquiry about them', async () => {
    await open();
    const announced = () => list().getByRole('status').last().textContent();
    await shows(announced, 'Select up to 3 GPUs to compare.');
    for (const gpu of ['L40S', 'H100']) await compare(gpu).check();
    await shows(announced, '2 of 3 selected: H100, L40S');
    const cells = async () => (await texts(table().locator('tbody td:first-of-type'))).map((cell) => cell.trim());
    await shows(cells, [...['80 GB HBM3', '3.35 TB/s', '900 GB/s'], ...['₹165', '₹86,764', '525 h']]);
    await compare('B200').check();
    await expect(compare('A30')).toBeDisabled();
    // A compared GPU stays when the filter hides it.
    await list().getByLabel('80', { exact: true }).check();
    await shows(columns, ['B200', 'H100', 'L40S']);
    await compare('B200').uncheck();
    await untilQuery('memory=80', 'compare=h100', 'compare=l40s');
    await list().getByRole('link', { name: 'Show comparison' }).click();
    await shows(() => table().evaluate((element) => element.getBoundingClientRect().top < innerHeight), true);
    await list().getByRole('link', { name: 'Request these GPUs' }).click();
    await expect(page.getByLabel('Details')).toHaveValue('Topic: H100, L40S\n\n');
  });
});

describe('the calculator', () => {
  const hoursField = () => calculator().getByRole('spinbutton', { name: 'Hours a month, each' });

  it('quotes both currencies, announces that after a pause, and leads to an inquiry about it', async () => {
    await open();
    await calculator().getByLabel('GPU').selectOption('H100');
    await calculator().getByLabel('How many').fill('9');
    await hoursField().fill('200');
    await untilQuery('gpu=h100', 'count=9', 'hours=200');
    for (const part of ['9 × H100, 200 hours each', '₹2,97,000', '$3,420']) await expect(result()).toContainText(part);
    await expect(calculator().getByRole('status')).toHaveText(/^9 × H100, 200 hours each: ₹2,97,000 by the hour\./);
    await calculator().getByRole('link', { name: 'Send this configuration' }).click();
    const topic = 'Topic: 9 × H100, 200 hours each a month, by the hour: ₹2,97,000\n\n';
    await expect(page.getByLabel('Details')).toHaveValue(topic);
  });

  it('takes hours from the slider, by keyboard, marks them in the plot, and fits the largest quote on a phone', async () => {
    await open('?count=9999&hours=100');
    await calculator().getByRole('slider').focus();
    await page.keyboard.press('End');
    await untilQuery('count=9999', 'hours=744');
    await expect(hoursField()).toHaveValue('744');
    await expect(calculator().locator('.plot .hours-line').first()).toHaveAttribute('d', /^M744 /);
    await page.setViewportSize({ ...wide, width: 360 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.setViewportSize(wide);
  });

  it('shows the break-even as a number, a plot and a list of all GPUs, in the chosen currency', async () => {
    await open();
    for (const [currency, month] of [
      ['USD $', '$2,299'],
      ['INR ₹', '₹1,99,680'],
    ] as const) {
      await page.getByLabel(currency).check();
      const plot = calculator().locator('.plot:visible');
      await expect(calculator().locator('.figure--xl:visible')).toHaveText('589 h');
      await expect(plot).toHaveAttribute('aria-label', new RegExp(`\\${month}, after 589 hours`));
      await shows(async () => (await texts(list().locator('.table--gpus tr > td:nth-child(6)')))[0], '589 h');
    }
  });
});

describe('the address', () => {
  it('restores every choice in every control, also on the way back from another page', async () => {
    await open('?currency=usd&memory=48&sort=-usd-hour&compare=b200&compare=a40&gpu=l4&count=3&hours=600');
    await expect(page.getByLabel('USD $')).toBeChecked();
    await expect(list().getByLabel('48', { exact: true })).toBeChecked();
    await expect(list().getByLabel('Order')).toHaveValue('-usd-hour');
    await expect(compare('A40')).toBeChecked();
    await expect(calculator().getByLabel('GPU')).toHaveValue('l4');
    await expect(calculator().getByRole('slider')).toHaveValue('600');
    await page.locator('.nav').getByRole('link', { name: 'Services' }).first().click();
    await page.getByRole('heading', { level: 1, name: /services/i }).waitFor();
    await page.goBack();
    await result().getByText('3 × L4, 600 hours each').waitFor();
  });

  it('goes back choice by choice with the browser’s Back', async () => {
    await open();
    await list().getByLabel('80', { exact: true }).check();
    await untilQuery('memory=80');
    await compare('H100').check();
    await untilQuery('memory=80', 'compare=h100');
    await page.goBack();
    await untilQuery('memory=80');
    await expect(compare('H100')).not.toBeChecked();
    await page.goBack();
    await untilQuery();
    await expect(list().getByLabel('Any')).toBeChecked();
    await untilRows(listed);
  });
});
