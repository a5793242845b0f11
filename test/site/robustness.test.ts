import type { Page } from 'playwright-core';
import {
  failedRequests,
  fillCredentials,
  fillStorage,
  gate,
  holdRequests,
  press,
  useJourney,
} from '../journeys/journey';
import { expect } from '../support/browser';
import { shows } from '../support/eventually';
import { describe, it } from '../support/in-browser';

// Extensions, translation, storage and missing scripts, on one page of each kind.

const journey = useJourney();

/** The main job of a page, and what still works without its script. */
type Subject = {
  path: string;
  /** The page's own chunk. */
  chunk?: string;
  /** Typed before the disturbance, and kept. */
  typed?: [name: string, text: string];
  job: (page: Page) => Promise<unknown>;
  jobWithoutScript: (page: Page) => Promise<unknown>;
};

const followContact = async (page: Page) => {
  await page.locator('main a[href^="/contact"]').first().click();
  await page.waitForURL('**/contact*');
};

const notice = (page: Page) => page.getByRole('heading', { name: 'Loading chunk failed' });

/** The whole text: in a translated page, a part of the old one must not remain. */
const sayExactly = (page: Page, selector: string, text: unknown) =>
  shows(async () => (await page.locator(selector).first().textContent())?.trim(), text);

const subjects: Subject[] = [
  { path: '/', job: followContact, jobWithoutScript: followContact },
  {
    path: '/pricing',
    chunk: '**/static/js/price-explorer-*',
    typed: ['hours', '123'],
    job: async (page) => {
      await page.locator('#explorer').getByLabel('80', { exact: true }).check();
      await sayExactly(page, '#explorer [role=status]', '3 of 8 GPUs');
      const count = page.locator('#calculator [name=count]');
      await count.fill('');
      await sayExactly(page, '#count-bounds', 'A whole number, 1 to 9,999.');
      await count.fill('2');
      await sayExactly(page, '#count-bounds', '1 to 9,999');
      await page.locator('#calculator [name=gpu]').selectOption('h100');
      await sayExactly(page, '.quotes .caption', expect.stringMatching(/^2 × H100, \d+ hours each, a month$/));
      await expect(page.locator('#explorer [value="80"]')).toBeChecked();
    },
    jobWithoutScript: async (page) => {
      expect(await page.locator('#explorer tbody').first().textContent()).toContain('₹1,99,680');
      await page.getByLabel('USD $').check();
      await page.locator('.table--gpus').getByText('$3.90').waitFor();
      expect(await page.locator('.table--gpus').getByText('₹339').isVisible()).toBe(false);
      await expect(page.locator(':is(#explorer, #calculator) :is(input, select, button):visible')).toHaveCount(0);
    },
  },
  {
    path: '/login',
    typed: ['password', 'correct horse'],
    job: async (page) => {
      await page.locator('.password button').click();
      await sayExactly(page, '.password button', 'Hide password');
      await page.locator('.password button').click();
      await fillCredentials(page, (await journey.api.newPerson()).email);
      await press(page, 'Log in');
      await page.waitForURL('**/payment');
    },
    jobWithoutScript: (page) => notice(page).waitFor(),
  },
];

/** As extensions do. Runs in the browser. */
const insertElements = () => {
  for (const element of document.querySelectorAll('nav, header, main, main section, footer')) {
    element.prepend(document.createElement('div'));
    element.append(document.createElement('span'));
  }
  for (const input of document.querySelectorAll('input, textarea, select')) {
    input.before(document.createElement('i'));
    input.after(document.createElement('i'));
  }
  for (const element of document.querySelectorAll('html, body, header, main, input, button, section'))
    element.setAttribute('data-extension', '1');
};

/** Translates as browsers do: some wrap the text in a new element, others replace it. Runs in the browser. */
const wrapTexts = (how: 'moved' | 'replaced') => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.parentElement?.closest('svg, script, style, noscript, textarea')) continue;
    const font = document.createElement('font');
    text.replaceWith(font);
    font.append(how === 'moved' ? text : text.data);
  }
};

/** Runs in the browser, before everything else. */
const blockStorage = () => {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
};

/** How often each address was requested. A page must not ask again and again. */
const requests = new Map<string, number>();
afterEach(() => {
  expect(Math.max(...requests.values())).toBeLessThanOrEqual(3);
  requests.clear();
});

async function open() {
  const page = await journey.visitor([failedRequests, /ChunkLoadError/]);
  page.on('request', (request) => {
    // One visit sends five figures to one address.
    if (!request.url().endsWith('/api/vitals')) requests.set(request.url(), (requests.get(request.url()) ?? 0) + 1);
  });
  return page;
}

/** Opens a page without waiting for its scripts. */
async function goto(page: Page, path: string) {
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator('footer').waitFor({ state: 'attached' });
}

// biome-ignore lint/performance/useDomNodeTextContent: only what can be read counts
const words = async (page: Page) => (await page.locator('main').innerText()).length;

/** Types into the page's field, unless it is hidden because it would do nothing. @returns a check that it is kept */
async function typeInto(page: Page, { typed: [name, text] = ['', ''] }: Subject) {
  const field = page.locator(`[name=${name || 'none'}]`);
  if (await field.isVisible()) await field.fill(text);
  return async () => {
    if (await field.isVisible()) await expect(field).toHaveValue(text);
  };
}

/** The part of the page that needs more script has started: the price explorer does so near the view. */
const started = (page: Page) =>
  page.waitForFunction(() => {
    document.querySelector('#price-explorer form')?.scrollIntoView();
    return !document.documentElement.dataset.part || document.documentElement.dataset.started;
  });

describe.each(subjects)('$path', (subject) => {
  const { path, chunk, job, jobWithoutScript } = subject;

  it('works with extensions, translations and a full storage, before and after its script', async () => {
    const page = await open();
    const release = await holdRequests(page, '**/static/js/**');
    await goto(page, path);
    const keepsTyped = await typeInto(page, subject);
    await fillStorage(page);
    await page.evaluate(insertElements);
    await page.evaluate(wrapTexts, 'replaced' as const);
    const before = await words(page);
    release();
    await started(page);
    await keepsTyped();
    await page.evaluate(insertElements);
    await page.evaluate(wrapTexts, 'moved' as const);
    expect(await words(page)).toBeGreaterThanOrEqual(0.95 * before);
    await keepsTyped();
    await job(page);
  });

  it('works when storage is blocked', async () => {
    const page = await open();
    await page.addInitScript(blockStorage);
    await goto(page, path);
    await started(page);
    await job(page);
  });

  it.each(['**/static/js/**', ...(chunk ? [chunk] : [])])('does what it can when %s does not load', async (scripts) => {
    const page = await open();
    const typing = gate();
    await page.route(scripts, (route) => typing.released.then(() => route.fulfill({ status: 404 })));
    await goto(page, path);
    const keepsTyped = await typeInto(page, subject);
    typing.release();
    await jobWithoutScript(page);
    await keepsTyped();
  });
});

it('an application page whose chunk is missing gives way to an error that offers to reload', async () => {
  const page = await open();
  await page.route('**/static/js/payment-page*', (route) => route.fulfill({ status: 404 }));
  await page.goto('/login');
  await fillCredentials(page, (await journey.api.newPerson()).email);
  await press(page, 'Log in');
  await notice(page).waitFor();
  await page.getByText('Loading chunk /payment failed (missing).').waitFor();
  expect(new URL(page.url()).pathname).toBe('/payment');
  await expect(page).toHaveTitle('Payment | NovaCore');
  await expect(page.locator('#main')).toBeFocused();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('link', { name: 'Reload' }).click();
  await page.getByRole('heading', { name: 'Payment', level: 1 }).waitFor();
});
