import { apiOf, newEmail, password } from '../../support/api';
import { eventually, shows } from '../../support/eventually';
import { sharedProduct } from '../../support/shared-product';
import { chrome109, type Driver, firefox, removeFiles, webkit } from './drivers';

// The main journeys in the supported browsers that other tests do not use.

const browsers = { 'Chrome 109': chrome109, Firefox: firefox, WebKit: webkit };
const wide = { width: 1280, height: 900 };
const narrow = { width: 390, height: 844 };

/** Not every browser knows this name, which pages with checkout need; and Chrome 109 announces the API that it lacks. */
const expected = /otp-credentials|Found a .popover. attribute|Deprecated API for given entry type/;

let driver: Driver;
const open = (path: string) => driver.goto(sharedProduct.url + path);
const path = () => driver.run(() => location.pathname);
const arrivesAt = (expected: string) => shows(path, expected);
const attribute = (selector: string, name: string) =>
  driver.run((both) => {
    const [selector = '', name = ''] = both.split(' @ ');
    return document.querySelector(selector)?.getAttribute(name) ?? null;
  }, `${selector} @ ${name}`);
const isShown = (selector: string) =>
  driver.run((selector) => (document.querySelector<HTMLElement>(selector)?.getClientRects().length ?? 0) > 0, selector);
const textOf = (selector: string, inCheckout = false) =>
  driver.run((selector) => document.querySelector(selector)?.textContent ?? '', selector, inCheckout);
/** The script of the page is there. */
const started = () => eventually(async () => expect(await attribute('html', 'data-user')).not.toBeNull());

/** Clicks a button of checkout by its words. @returns whether it is there. Runs in the browser. */
const clickButton = (name: string) => {
  const buttons = [...document.querySelectorAll<HTMLElement>('button')];
  const button = buttons.find((each) => each.textContent?.trim() === name && each.getClientRects().length > 0);
  button?.click();
  return Boolean(button);
};
const pressInCheckout = (name: string) => shows(() => driver.run(clickButton, name, true), true);

/** Pays in a payment app, which Razorpay's event reports. WebKitGTK's driver crashes when its current frame ends. */
async function payElsewhere() {
  await shows(() => isShown('.razorpay-checkout-frame'), true);
  const { sandbox } = sharedProduct;
  const { orders } = await sandbox.control<{ orders: { id: string }[] }>('GET', '/state');
  await apiOf(sharedProduct).pay(orders.at(-1)?.id ?? '');
  await sandbox.control('POST', '/webhooks/flush');
}

/** Returns the element that covers the heading, if any. Runs in the browser. */
const coverOfHeading = () => {
  scrollTo({ top: 0, behavior: 'instant' }); // a reload keeps the position
  const heading = document.querySelector('main h1');
  const box = heading?.getBoundingClientRect();
  if (!heading || !box) return 'no heading';
  const top = document.elementFromPoint(box.left + Math.min(box.width, innerWidth) / 2, box.top + box.height / 2);
  return top && (heading.contains(top) || top.contains(heading)) ? '' : (top?.outerHTML.slice(0, 100) ?? 'nothing');
};

describe.each(Object.entries(browsers))('%s', (name, launch) => {
  beforeAll(async () => {
    driver = await launch();
  });
  afterAll(async () => {
    await driver?.close();
    removeFiles();
  });
  beforeEach(() => driver.resize(wide));
  afterEach(() => expect(driver.messages.filter((message) => message && !expected.test(message))).toEqual([]));

  it('opens and closes the menus by click, Escape and a click outside', async () => {
    await open('/');
    await started();
    for (const menu of ['menu-discover', 'theme-switch']) {
      const button = `[popovertarget=${menu}]`;
      const is = async (open: boolean) => {
        await shows(() => attribute(button, 'aria-expanded'), String(open));
        if (!open) await driver.run(() => document.querySelector('header')?.setAttribute('data-quiet', ''));
        await shows(() => isShown(`#${menu}`), open);
      };
      await is(false);
      await driver.click(button);
      await is(true);
      await driver.press('Escape');
      await is(false);
      expect(await driver.run((button) => document.activeElement?.matches(button), button)).toBe(true);
      await driver.click(button);
      await is(true);
      await driver.click('.hero .lead');
      await is(false);
    }
  });

  it('keeps a colour scheme that was chosen', async () => {
    await open('/');
    await started();
    const background = () => driver.run(() => getComputedStyle(document.body).backgroundColor);
    const footer = () => driver.run(() => getComputedStyle(document.querySelector('.footer') as Element).color);
    const dark = 'rgb(10, 17, 24)';
    for (const [theme, colour] of [
      ['light', 'rgb(255, 255, 255)'],
      ['dark', dark],
    ] as const) {
      await driver.click('[popovertarget=theme-switch]');
      await driver.click(`.theme [value=${theme}]`);
      await shows(background, colour);
      await driver.press('Escape');
      await shows(() => isShown('#theme-switch'), false);
      expect(await footer()).toBe('rgb(234, 243, 249)');
    }
    await open('/pricing');
    await shows(background, dark);
    await driver.run(() => localStorage.removeItem('theme'));
  });

  it('finds GPUs in the price explorer', async () => {
    await open('/pricing');
    await driver.run(() => document.querySelector('#price-explorer form, #explorer')?.scrollIntoView());
    await shows(() => attribute('html', 'data-started'), '1');
    await driver.run(() => document.querySelector<HTMLElement>('#explorer [value="80"]')?.click());
    await shows(() => textOf('#explorer [role=status]'), '3 of 8 GPUs');
  });

  it('signs up, logs in, pays and shows the receipt, and nothing covers a heading', async () => {
    const email = newEmail();
    const fillAndSend = async (page: string) => {
      await open(page);
      await shows(() => attribute('html', 'data-started'), '1');
      // After sign-up, the login form is filled with the address.
      const typed = await driver.run(() => document.querySelector<HTMLInputElement>('[name=email]')?.value);
      if (!typed) await driver.type('[name=email]', email);
      await driver.type('[name=password]', password);
      await driver.click('main [type=submit]');
    };
    await fillAndSend('/signup');
    await arrivesAt('/login');
    await fillAndSend('/login');
    await arrivesAt('/payment');
    await shows(() => textOf('.status-card h2'), 'Redirecting to Payment...');
    if (name === 'WebKit') await payElsewhere();
    else {
      for (const each of ['Card that succeeds', 'Pay ₹150.00', '123456 (right)', 'Submit']) await pressInCheckout(each);
      await arrivesAt('/product/gpu-servers');
    }

    await open('/account/payments');
    const link = () => attribute('.order a[href*=receipt]', 'href');
    await shows(link, expect.stringContaining('receipt='));
    await open((await link()) ?? '');
    const facts = /Amount₹150\.00.*Paid on\d{1,2} [A-Z][a-z]{2} \d{4}, \d{1,2}:\d{2} [ap]m/;
    await shows(() => textOf('.receipt'), expect.stringMatching(facts));

    for (const page of ['/', '/pricing', '/payment', '/account', '/login']) {
      if (page === '/login') await driver.run(() => localStorage.clear());
      for (const size of [wide, narrow]) {
        await driver.resize(size);
        await open(page);
        await shows(() => driver.run(coverOfHeading), '');
        const overflows = () => document.documentElement.scrollWidth > innerWidth;
        expect({ page, size, overflows: await driver.run(overflows) }).toEqual({ page, size, overflows: false });
      }
    }
  });
});
