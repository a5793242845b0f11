import type { Page } from 'playwright-core';
import { checkoutOn } from '../journeys/checkout';
import {
  failedRequests,
  fillCredentials,
  fillStorage,
  gate,
  holdRequests,
  type Journey,
  press,
  startJourney,
} from '../journeys/journey';
import { newEmail, password } from '../support/api';
import type { TestPage } from '../support/browser';
import { expect } from '../support/browser';
import { shows } from '../support/eventually';
import { describe } from '../support/in-browser';

// Extensions, translation, storage and missing scripts: each disturbance on each page, before and after the script.

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());
afterEach(async () => expect(await journey.end()).toEqual([]));

const expected = [failedRequests, /ChunkLoadError/, /ERR_INTERNET_DISCONNECTED/];

type Person = TestPage & { email: string };

/** The main job of a page, with its script and, where a visitor can still do something, without. */
type Subject = {
  /** The chunk that the page needs beyond what every page loads. */
  chunk: string;
  /** Typed before the disturbance, and kept. */
  typed?: [name: string, text: string];
  job: (page: Person, disturbance: string) => Promise<unknown>;
  jobWithoutScript: (page: Person) => Promise<unknown>;
};

const follow = async (page: Page, path: string) => {
  await page.locator(`main a[href^="${path}"]`).first().click();
  await page.waitForURL(`**${path}*`);
};

const notice = (page: Page) => page.getByRole('heading', { name: 'Loading chunk failed' }).waitFor();

/** The whole text: in a translated page, a part of the old one must not remain. */
const sayExactly = (page: Page, selector: string, text: unknown) =>
  shows(async () => (await page.locator(selector).first().textContent())?.trim(), text);

const application = { chunk: '**/static/js/application-part-*', jobWithoutScript: notice };

const subjects: Record<string, Subject> = {
  '/': {
    chunk: '**/static/js/web-vitals-*',
    job: (page) => follow(page, '/contact'),
    jobWithoutScript: (page) => follow(page, '/contact'),
  },
  '/pricing': {
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
      await sayExactly(page, '.break-even-hours .caption', 'Break-even of one H100');
      await expect(page.locator('#explorer [value="80"]')).toBeChecked();
    },
    jobWithoutScript: async (page) => {
      expect(await page.locator('#explorer tbody').textContent()).toContain('₹1,99,680');
      await page.getByLabel('USD $').check();
      await page.locator('.price-bars').getByText('$3.90').waitFor();
      expect(await page.locator('.price-bars').getByText('₹339').isVisible()).toBe(false);
      await expect(page.locator(':is(#explorer, #calculator) :is(input, select, button):visible')).toHaveCount(0);
    },
  },
  '/contact': {
    chunk: '**/static/js/contact-form-part-*',
    typed: ['firstName', 'Asha'],
    job: async (page) => {
      await page.locator('[name=lastName]').fill('Rao');
      await page.locator('[name=email]').fill('asha@lab.example');
      await page.locator('main [type=submit]').click();
      await shows(() => page.locator('#inquiry').inputValue(), expect.stringContaining('asha@lab.example'));
    },
    jobWithoutScript: async (page) =>
      expect(await page.locator('main form').getAttribute('action')).toBe('mailto:hello@novacore.example'),
  },
  '/legal': {
    chunk: '**/static/js/web-vitals-*',
    job: (page) => page.locator('#faq summary').first().click(),
    jobWithoutScript: (page) => page.locator('#faq summary').first().click(),
  },
  '/login': {
    ...application,
    typed: ['password', 'correct horse'],
    job: async (page) => {
      await page.locator('.password button').click();
      await sayExactly(page, '.password button', 'Hide password');
      await page.locator('.password button').click();
      await fillCredentials(page, page.email);
      await press(page, 'Log in');
      await page.waitForURL('**/payment');
    },
  },
  '/docs': {
    chunk: '**/static/js/web-vitals-*',
    job: (page) => follow(page, '/docs/quickstart'),
    jobWithoutScript: (page) => follow(page, '/docs/quickstart'),
  },
  '/signup': {
    ...application,
    typed: ['password', password],
    job: async (page) => {
      await page.getByLabel('Email').fill(newEmail());
      await press(page, 'Sign up');
      await page.waitForURL('**/login');
    },
  },
  '/payment': {
    ...application,
    job: async (page, disturbance) => {
      // A token that cannot be read is none.
      if (/storage that (throws|is null)/.test(disturbance)) return page.waitForURL('**/login');
      await checkoutOn(page).opened();
      await sayExactly(page, '.status-card h2', 'Redirecting to Payment...');
    },
  },
};

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

/** As the translations of browsers do: some move the text into a new element, others put another one there. In the browser. */
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
const breakStorage = (how: 'throws' | 'is null') => {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, {
      get() {
        if (how === 'throws') throw new DOMException('blocked', 'SecurityError');
        return null;
      },
    });
};

/** Runs in the browser, before everything else. */
const removeRecentApis = () => {
  const remove = (owner: object, ...names: string[]) => {
    for (const name of names) Reflect.deleteProperty(owner, name);
  };
  remove(Navigator.prototype, 'locks');
  remove(window, 'requestIdleCallback', 'structuredClone', 'navigation', 'scheduler');
  remove(HTMLElement.prototype, 'popover', 'showPopover', 'hidePopover', 'togglePopover');
  remove(HTMLScriptElement, 'supports');
  remove(Document.prototype, 'startViewTransition', 'prerendering');
  remove(AbortSignal, 'any', 'timeout');
  remove(Promise, 'withResolvers', 'try');
  remove(URL, 'canParse', 'parse');
  remove(Crypto.prototype, 'randomUUID');
  remove(Array.prototype, 'toSorted', 'toReversed', 'toSpliced', 'with');
  remove(Object, 'groupBy');
};

type Disturbance = {
  /** Before the page is asked for. `typed` resolves when the visitor has typed. */
  prepare?: (page: Page, subject: Subject, typed: Promise<void>) => Promise<unknown>;
  /** The page's own script does not run, so the page can do only what it can without. */
  withoutScript?: boolean;
};

/** While the page is there. */
const dom: Record<string, (page: Page) => Promise<unknown>> = {
  'elements and attributes added': (page) => page.evaluate(insertElements),
  'a wrapper around every text': (page) => page.evaluate(wrapTexts, 'moved' as const),
  'every text replaced': (page) => page.evaluate(wrapTexts, 'replaced' as const),
  'a storage that is full': fillStorage,
};

const environment: Record<string, Disturbance> = {
  'a storage that throws': { prepare: (page) => page.addInitScript(breakStorage, 'throws' as const) },
  'a storage that is null': { prepare: (page) => page.addInitScript(breakStorage, 'is null' as const) },
  'a browser without recent APIs': { prepare: (page) => page.addInitScript(removeRecentApis) },
  'all scripts blocked': {
    prepare: (page, _, typed) => page.route('**/static/js/**', (route) => typed.then(() => route.abort())),
    withoutScript: true,
  },
  'one chunk missing': {
    prepare: (page, { chunk }, typed) => page.route(chunk, (route) => typed.then(() => route.fulfill({ status: 404 }))),
    withoutScript: true,
  },
};

/** The other pages have the same templates. */
const paths = ['/', '/pricing', '/login'];

/** A person whose page remembers how often each address was requested. */
async function open(path: string) {
  const page = path === '/payment' ? await journey.person(expected) : await journey.visitor(expected);
  const { email } = path === '/login' ? await journey.api.newPerson() : { email: '' };
  const requests = new Map<string, number>();
  page.on('request', (request) => {
    // Five different figures of one visit go to one address.
    if (!request.url().endsWith('/api/vitals')) requests.set(request.url(), (requests.get(request.url()) ?? 0) + 1);
  });
  return { page: Object.assign(page, { email }), busiest: () => Math.max(...requests.values()) };
}

// biome-ignore lint/performance/useDomNodeTextContent: only what can be read counts
const words = async (page: Page) => (await page.locator('main').innerText()).length;

async function typeInto(page: Page, { typed }: Subject) {
  const field = typed && page.locator(`[name=${typed[0]}]`);
  // Controls that would do nothing are hidden.
  if (field && (await field.isVisible())) await field.fill(typed[1]);
}

async function keepsTyped(page: Page, { typed }: Subject) {
  const field = typed && page.locator(`[name=${typed[0]}]`);
  if (field && (await field.isVisible())) await expect(field).toHaveValue(typed[1]);
}

/** Opens a page whose scripts wait until the returned function is called. */
async function openWithoutScript(page: Page, path: string) {
  const release = await holdRequests(page, '**/static/js/**');
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator('footer').waitFor({ state: 'attached' });
  return release;
}

/** The part of the page that needs more script has started: the price explorer does so near the view. */
const started = (page: Page) =>
  page.waitForFunction(() => {
    document.querySelector('#price-explorer form')?.scrollIntoView();
    return !document.documentElement.dataset.part || document.documentElement.dataset.started;
  });

describe.each(paths)('%s', (path) => {
  const subject = subjects[path] as Subject;

  it.each(Object.entries(dom))('with %s, before the script and after it', async (name, disturb) => {
    const { page, busiest } = await open(path);
    const release = await openWithoutScript(page, path);
    await typeInto(page, subject);
    await disturb(page);
    const before = await words(page);
    release();
    await started(page);
    await keepsTyped(page, subject);
    await disturb(page);
    if (path !== '/payment') expect(await words(page)).toBeGreaterThanOrEqual(0.95 * before);
    await keepsTyped(page, subject);
    await subject.job(page, name);
    expect(busiest()).toBeLessThanOrEqual(3);
  });

  it.each(Object.entries(environment))('with %s', async (name, { prepare, withoutScript }) => {
    const { page, busiest } = await open(path);
    const typing = gate();
    await prepare?.(page, subject, typing.released);
    await page.goto(path, { waitUntil: 'commit' });
    await page.locator('footer').waitFor({ state: 'attached' });
    if (!withoutScript) await started(page);
    await typeInto(page, subject);
    typing.release();
    await (withoutScript ? subject.jobWithoutScript(page) : subject.job(page, name));
    if (withoutScript) await keepsTyped(page, subject);
    expect(busiest()).toBeLessThanOrEqual(3);
  });

  it('offline before the script, and after it', async () => {
    const { page, busiest } = await open(path);
    const release = await openWithoutScript(page, path);
    await typeInto(page, subject);
    await page.context().setOffline(true);
    release();
    await page.locator('html[data-failed]').waitFor();
    await keepsTyped(page, subject);
    await page.context().setOffline(false);
    await subject.jobWithoutScript(page);
    expect(busiest()).toBeLessThanOrEqual(3);

    await page.goto(path);
    await started(page);
    await page.context().setOffline(true);
    await typeInto(page, subject);
    await keepsTyped(page, subject);
    await page.context().setOffline(false);
    await subject.job(page, '');
  });
});
