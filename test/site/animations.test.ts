import { openPage } from '../support/browser';
import { shows } from '../support/eventually';
import { it } from '../support/in-browser';
import { useSite } from './site';

const site = useSite();

it('the drawing on the home page closes up as the page is scrolled', async () => {
  const page = await openPage(site.browser, { viewport: { width: 1280, height: 900 } });
  await page.goto(site.url);
  const style = (part: string, property: 'transform' | 'opacity') =>
    page
      .locator(part)
      .first()
      .evaluate((element, name) => getComputedStyle(element)[name], property);
  expect(await style('.key-labels', 'opacity')).toBe('1');
  await page.evaluate(() => window.scrollTo({ top: 5000, behavior: 'instant' }));
  await shows(() => style('.layer-4', 'transform'), 'matrix(1, 0, 0, 1, 0, 340)');
  await shows(() => style('.layer-1', 'transform'), 'matrix(1, 0, 0, 1, 0, 72)');
  await shows(() => style('.key-labels', 'opacity'), '0');
});
