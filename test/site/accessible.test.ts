import { readFileSync } from 'node:fs';
import { openPage, type TestPage } from '../support/browser';
import { contentPages, type Site, startSite } from './site';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const paths = [...contentPages.map(({ path }) => path), '/login', '/signup', '/no-such-page'];
/** One of each colour of the navigation. */
const whole = ['/', '/pricing'];

let site: Site;
let page: TestPage;
beforeAll(async () => {
  site = await startSite();
  const missing = /404 \(Not Found\)/;
  page = await openPage(site.browser, { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' }, [missing]);
  await page.addInitScript({ content: axe });
});
afterAll(() => site?.close());

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const everyRule = { include: ['html'], runOnly: { type: 'tag' as const, values: tags } };
/** The other scheme changes colours alone; those of navigation and footer are the same on every page. */
const colours = (path: string) => ({
  include: [whole.includes(path) ? 'html' : 'main'],
  runOnly: { type: 'rule' as const, values: ['color-contrast'] },
});

/** Runs in the browser. Which rule is broken, and where. A drawing is one picture: its thousand strokes are left out. */
const violations = async ({ include, runOnly }: { include: string[]; runOnly: import('axe-core').RunOnly }) => {
  const { axe } = window as unknown as { axe: typeof import('axe-core') };
  const context = { include, exclude: ['svg > *'] };
  const { violations } = await axe.run(context, { runOnly, resultTypes: ['violations'] });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
};

describe.each(paths)('%s, with its script', (path) => {
  beforeAll(async () => {
    page.unexpected.length = 0;
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto(site.url + path);
    await page.waitForLoadState('networkidle');
  });

  it('axe finds nothing by day', async () => {
    expect(await page.evaluate(violations, everyRule)).toEqual([]);
  });

  it('axe finds nothing by night', async () => {
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    expect(await page.evaluate(violations, colours(path))).toEqual([]);
  });

  it('leaves nothing on the console', () => expect(page.unexpected).toEqual([]));
});
