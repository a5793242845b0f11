import type { Page } from 'playwright-core';
import { expect } from '../support/browser';
import { shows } from '../support/eventually';
import { describe } from '../support/in-browser';
import { type Journey, press, startJourney } from './journey';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());
afterEach(async () => expect(await journey.end()).toEqual([]));

/** Opens the form, with its script. `mails`: the addresses that it asks the browser to open in another program. */
async function open(query = '', options = {}) {
  const page = await journey.visitor([], options);
  const mails: URL[] = [];
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.enable');
  devtools.on('Page.frameRequestedNavigation', ({ url }) => url.startsWith('mailto:') && mails.push(new URL(url)));
  await page.goto(`/contact${query}`);
  await page.locator('html[data-started]').waitFor();
  return { page, mails };
}

async function fillIn(page: Page, details: string) {
  await page.getByLabel('First name').fill('Asha');
  await page.getByLabel('Last name').fill('Rao');
  await page.getByLabel('Email').fill('asha@lab.example');
  await page.getByLabel('Company').fill('Lab & Söhne');
  await page.getByLabel('Details').fill(details);
}

describe('the contact form', () => {
  it('asks for six things, three of them required, and shows the address without script', async () => {
    const page = await journey.visitor([], { javaScriptEnabled: false });
    await page.goto('/contact');
    const fields = await page
      .locator('form [name]')
      .evaluateAll((all) => (all as HTMLInputElement[]).map(({ name, required, type }) => [name, required, type]));
    expect(fields.sort()).toEqual([
      ['company', false, 'text'],
      ['details', false, 'textarea'],
      ['email', true, 'email'],
      ['firstName', true, 'text'],
      ['lastName', true, 'text'],
      ['phone', false, 'tel'],
    ]);
    expect(await page.getByRole('main').textContent()).toMatch(/1-2\s*business days/);
    const address = page.getByRole('main').getByRole('link', { name: 'hello@novacore.example' }).first();
    expect(await address.getAttribute('href')).toBe('mailto:hello@novacore.example');
  });

  it('opens the mail client with subject and body, and calls no server of ours with it', async () => {
    const { page, mails } = await open();
    await fillIn(page, 'Eight H100,\nfor a week.');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().startsWith('http')) sent.push(`${request.url()} ${request.postData()}`);
    });
    await press(page, 'Submit');
    await page.getByRole('heading', { name: 'Your mail app should be open now' }).waitFor();
    await shows(async () => mails.length, 1);
    expect(mails[0]?.pathname).toBe('hello@novacore.example');
    expect(mails[0]?.searchParams.get('subject')).toBe('Inquiry from Asha Rao');
    expect(mails[0]?.searchParams.get('body')).toBe(
      'First name: Asha\r\nLast name: Rao\r\nEmail: asha@lab.example\r\nCompany: Lab & Söhne\r\n\r\nEight H100,\r\nfor a week.',
    );
    expect(sent.filter((each) => /asha|form/i.test(each))).toEqual([]);
  });

  it('offers the text to copy and the address to those without a mail client', async () => {
    const { page } = await open('', { permissions: ['clipboard-read', 'clipboard-write'] });
    await fillIn(page, 'Eight H100');
    expect(await page.getByRole('button', { name: 'Copy the text' }).count()).toBe(0);
    await press(page, 'Submit');
    await press(page, 'Copy the text');
    await page.getByText('Copied.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /Email: asha@lab\.example[\s\S]*Eight H100/,
    );
    expect(await page.getByRole('main').getByRole('link', { name: 'hello@novacore.example' }).count()).toBe(2);
  });

  it('cuts an address that mail clients would not take, between two characters, and has the whole text on the page', async () => {
    const faces = '😀'.repeat(100);
    for (const [topic, firstName, details, subject] of [
      ['', 'Asha', '₹ और GPU '.repeat(400), /^Inquiry from Asha Rao$/],
      [faces, `a${'😀'.repeat(3000)}`, '', new RegExp(`^${faces}: inquiry from a(😀)+$`, 'u')],
      [`${'a'.repeat(99)}😀b`, 'Asha', '', /^a{99}😀: inquiry from Asha Rao$/u],
    ] as const) {
      const { page, mails } = await open(`?topic=${topic}`);
      await fillIn(page, details);
      await page.getByLabel('First name').fill(firstName);
      await press(page, 'Submit');
      await shows(async () => mails.length, 1);
      expect(mails[0]?.href.length).toBeLessThanOrEqual(1900);
      expect(mails[0]?.searchParams.get('subject')).toMatch(subject);
      if (details) expect(mails[0]?.searchParams.get('body')).toMatch(/paste the rest from the page/);
      const whole = await page.getByLabel('Your text').inputValue();
      expect([whole.includes(firstName), whole.includes(details.trim())]).toEqual([true, true]);
    }
  });

  it('opens with the topic it was asked for, as text of one line', async () => {
    const { page } = await open('?topic=Reserve%20B200%0A%3Cscript%3E');
    await expect(page.getByLabel('Details')).toHaveValue('Topic: Reserve B200 <script>\n\n');
  });

  it('opens nothing while a required field is missing, and moves to it', async () => {
    const { page, mails } = await open();
    await page.getByLabel('First name').fill('Asha');
    await press(page, 'Submit');
    await page.getByText('Please enter your last name.').waitFor();
    await expect(page.locator('#lastName')).toBeFocused();
    expect(mails).toEqual([]);
  });
});
