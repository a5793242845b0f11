import { expect } from '../support/browser';
import { describe } from '../support/in-browser';
import { press, tabTo, useJourney } from './journey';

const journey = useJourney();

describe('the contact form', () => {
  it('opens the mail client, sends nothing itself, and offers the whole text to copy', async () => {
    const page = await journey.visitor([], { permissions: ['clipboard-read', 'clipboard-write'] });
    const mails: URL[] = [];
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Page.enable');
    devtools.on('Page.frameRequestedNavigation', ({ url }) => url.startsWith('mailto:') && mails.push(new URL(url)));
    await page.goto('/contact?topic=Reserve%20B200%0A%3Cscript%3E');
    await page.locator('html[data-started]').waitFor();
    await expect(page.getByLabel('Details')).toHaveValue('Topic: Reserve B200 <script>\n\n');
    await tabTo(page, 'textbox', 'First name');
    await page.keyboard.type('Asha');
    await page.keyboard.press('Enter');
    await page.getByText('Please enter your last name.').waitFor();
    await expect(page.getByLabel('Last name')).toBeFocused();
    expect(mails).toEqual([]);

    await page.keyboard.type('Rao');
    await page.getByLabel('Email').fill('asha@lab.example');
    const details = 'Eight H100 for a week. '.repeat(200);
    await page.getByLabel('Details').fill(details);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().startsWith('http')) sent.push(`${request.url()} ${request.postData()}`);
    });
    expect(await page.getByRole('button', { name: 'Copy the text' }).count()).toBe(0);
    await press(page, 'Submit');
    await expect(page.getByRole('heading', { name: 'Your mail app should be open now' })).toBeFocused();
    await expect.poll(() => mails.length).toBe(1);
    expect(mails[0]?.searchParams.get('subject')).toBe('Reserve B200 <script>: inquiry from Asha Rao');
    expect(sent.filter((each) => /asha|form/i.test(each))).toEqual([]);
    await press(page, 'Copy the text');
    await page.getByText('Copied.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(details.trim());
    expect(await page.getByRole('main').getByRole('link', { name: 'hello@novacore.example' }).count()).toBe(2);
  });
});
