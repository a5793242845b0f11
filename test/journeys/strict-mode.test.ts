import { join } from 'node:path';
import { describe } from '../support/in-browser';
import { projectRoot } from '../support/paths';
import { freePort, type Running, startProcess } from '../support/process';
import { checkoutOn, countCalls } from './checkout';
import { fillCredentials, type Journey, press, startJourney } from './journey';

/** The development page names no icon, and the browser asks for one by itself. */
const noIcon = /404 \(Not Found\)/;

let journey: Journey;
let site: Running;
let url: string;

/** The development build in front of the real server: its StrictMode mounts, unmounts and mounts every page again. */
beforeAll(async () => {
  journey = await startJourney();
  const port = await freePort();
  const env = { SITE_PORT: String(port), PORT: new URL(journey.product.url).port };
  site = startProcess(join(projectRoot, 'test/support/dev-site.mjs'), env);
  await site.untilPrinted(/serving/);
  url = `http://localhost:${port}`;
});
afterAll(async () => {
  await site?.stop();
  await journey?.close();
});
afterEach(async () => expect(await journey.end()).toEqual([]));

describe('under StrictMode', () => {
  it('one visit makes one order, one claim and one verification', async () => {
    const { email } = await journey.api.newPerson();
    const page = await journey.visitor([noIcon], { baseURL: url });
    await page.goto('/login');
    await fillCredentials(page, email);
    const calls = ['/auth/login', '/user/order', '/user/verify'].map((path) => countCalls(page, path));
    await press(page, 'Log in');
    await checkoutOn(page).pay();
    await page.waitForURL('**/product/gpu-servers');
    expect(calls.map((count) => count())).toEqual([1, 1, 1]);
  });

  it('the way back from the identity provider is used up once', async () => {
    const page = await journey.visitor([noIcon], { baseURL: url });
    await page.goto('/login');
    await press(page, 'GitHub');
    await page.getByRole('button', { name: 'Continue as Asha Rao' }).click();
    await page.waitForURL('**/payment');
  });
});
