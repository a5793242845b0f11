import { join } from 'node:path';
import { describe } from '../support/in-browser';
import { projectRoot } from '../support/paths';
import { freePort, type Running, startProcess } from '../support/process';
import { checkoutOn, countCalls } from './checkout';
import { fillCredentials, press, useJourney } from './journey';

/** The browser requests an icon, and the development page names none. */
const noIcon = /404 \(Not Found\)/;

const journey = useJourney();
let site: Running;
let url: string;

/** The development build in front of the real server: its StrictMode mounts, unmounts and mounts every page again. */
beforeAll(async () => {
  const port = await freePort();
  const env = { SITE_PORT: String(port), PORT: new URL(journey.product.url).port };
  site = startProcess(join(projectRoot, 'test/support/dev-site.mjs'), env);
  await site.untilPrinted(/serving/);
  url = `http://localhost:${port}`;
});
afterAll(() => site?.stop());

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
});
