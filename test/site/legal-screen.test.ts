import type { Page } from 'playwright-core';
import { openPage } from '../support/browser';
import { type Site, startSite } from './site';

const documents = [
  ['/legal-documents', 'Legal documents'],
  ['/terms-of-use', 'Terms of use'],
  ['/cookie-policy', 'Cookie policy'],
  ['/privacy-policy', 'Privacy policy'],
] as const;
const titles = documents.map(([, title]) => title);

let site: Site;
let page: Page;
beforeAll(async () => {
  site = await startSite();
  page = await openPage(site.browser);
});
afterAll(() => site?.close());

describe.each(documents)('%s', (path, title) => {
  it(`shows all four documents, "${title}" first`, async () => {
    await page.goto(site.url + path);
    const headings = await page.locator('main h1, main h2').allTextContents();
    expect(headings.filter((heading) => titles.some((each) => each === heading))[0]).toBe(title);
    expect(titles.filter((each) => !headings.includes(each))).toEqual([]);
  });
});

it('legal pages print without navigation, in black on white', async () => {
  await page.goto(`${site.url}/terms-of-use`);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await page.locator('header.nav').isVisible()).toBe(false);
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)');
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
});
