import { openPage, type TestPage } from '../support/browser';
import { shows } from '../support/eventually';
import { type Site, startSite } from './site';

let site: Site;
let page: TestPage;
beforeAll(async () => {
  site = await startSite();
});
beforeEach(async () => {
  page = await openPage(site.browser);
});
afterEach(async () => {
  expect(page.unexpected).toEqual([]);
  await page.context().close();
});
afterAll(() => site?.close());

/** Runs in the browser. Only some pages have a part that a script starts. */
const hasStarted = () => {
  const { part, started } = document.documentElement.dataset;
  return document.readyState === 'complete' && (!part || started === '1');
};

/** Opens a page and holds its script back. @returns a function that lets the script come and waits for it. */
async function openBeforeScript(path: string) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/static/js/**', (route) => released.then(() => route.continue()));
  await page.goto(site.url + path, { waitUntil: 'commit' });
  await page.locator('footer, form').first().waitFor({ state: 'attached' });
  return async () => {
    release();
    await page.waitForFunction(hasStarted);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  };
}

// biome-ignore lint/performance/useDomNodeTextContent: only what can be read counts
const words = () => page.getByRole('main').innerText();

const prependTo = (selector: string) => () =>
  page
    .locator(`.page ${selector}`)
    .first()
    .evaluate((element) => element.prepend(document.createElement('div')));

/** As a translator does. Runs in the browser. */
const wrapTexts = () => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.parentElement?.closest('svg, script, style')) continue;
    const font = document.createElement('font');
    text.replaceWith(font);
    font.append(text);
  }
};

const changes: [string, () => Promise<unknown>][] = [
  ['an element in the navigation', prependTo('nav')],
  ['an element in the content', prependTo('main')],
  ['an element in the footer', prependTo('footer')],
  [
    'an element next to an input',
    () =>
      page
        .locator('.page input')
        .first()
        .evaluate((input) => input.after(document.createElement('div'))),
  ],
  ['a wrapper around every text', () => page.evaluate(wrapTexts)],
];

describe.each(['/', '/legal', '/pricing', '/contact'])('%s loses none of its content to', (path) => {
  it.each(changes)('%s, added before the script runs', async (_, change) => {
    const takeOver = await openBeforeScript(path);
    await change();
    const before = (await words()).length;
    expect(before).toBeGreaterThan(500);
    await takeOver();
    expect((await words()).length).toBeGreaterThanOrEqual(0.95 * before);
  });
});

it.each([
  ['/contact', 'email', 'asha@lab.example'],
  ['/contact', 'details', 'Eight GPUs,\nplease.'],
  ['/login', 'password', 'correct horse'],
  ['/pricing', 'hours', '123'],
])(
  '%s: what is typed into %s before the script stays, with an element added after the field',
  async (path, name, text) => {
    const takeOver = await openBeforeScript(path);
    const field = page.locator(`[name=${name}]`);
    await field.fill(text);
    await field.evaluate((element) => element.after(document.createElement('div')));
    await takeOver();
    await shows(() => field.inputValue(), text);
    await shows(() => field.evaluate((element) => element === document.activeElement), true);
  },
);
