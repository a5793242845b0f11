import { describe } from '../support/in-browser';
import { answerWith, checkoutOn, countCalls, slip } from './checkout';
import { failedRequests, type Journey, press, startJourney } from './journey';

const elsewhere = 'Checkout is open in another tab';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());
afterEach(async () => expect(await journey.end()).toEqual([]));

describe('two tabs', () => {
  it('open one checkout on one order, and the second sees what the first has paid', async () => {
    const first = await journey.person();
    const second = await journey.tabOf(first);
    const orders = [countCalls(first, '/user/order'), countCalls(second, '/user/order')];
    await first.goto('/payment');
    await checkoutOn(first).opened();
    await second.goto('/payment');
    await slip(second, elsewhere);
    await checkoutOn(first).pay();
    await first.waitForURL('**/product/gpu-servers');
    await slip(second, 'Paid');
    expect(orders.map((count) => count())).toEqual([1, 0]);
    expect(await checkoutOn(second).count()).toBe(0);
  });

  it('started at the same moment make one order', async () => {
    const first = await journey.person();
    const second = await journey.tabOf(first);
    await Promise.all([first.goto('/payment'), second.goto('/payment')]);
    await Promise.race([slip(first, elsewhere), slip(second, elsewhere)]);
    await Promise.race([checkoutOn(first).opened(), checkoutOn(second).opened()]);
    const { body } = await journey.api.get('/user/orders', first.token).expect(200);
    expect(body.items).toHaveLength(1);
  });

  it('go on in the second when the first dies, and open nothing by themselves', async () => {
    const first = await journey.person();
    const second = await journey.tabOf(first);
    const orders = countCalls(second, '/user/order');
    await first.goto('/payment');
    await checkoutOn(first).opened();
    await second.goto('/payment');
    await slip(second, elsewhere);
    await first.close();
    await slip(second, 'Not paid yet');
    expect(await checkoutOn(second).count()).toBe(0);
    await press(second, 'Pay now');
    await checkoutOn(second).pay();
    await second.waitForURL('**/product/gpu-servers');
    expect(orders()).toBe(0);
  });

  it('finish one another’s verification', async () => {
    const first = await journey.person([failedRequests]);
    await answerWith(first, '/user/verify', 503, 'unavailable');
    await first.goto('/payment');
    await checkoutOn(first).pay();
    await slip(first, 'Payment pending, please do not pay again');
    const second = await journey.tabOf(first);
    await second.goto('/payment');
    await second.waitForURL('**/product/gpu-servers');
    await slip(first, 'Paid');
  });

  it.each(['missing', 'refused, as where cookies are blocked'])('work with Web Locks that are %s', async (how) => {
    const page = await journey.person();
    await page.addInitScript((isMissing) => {
      const request = () => Promise.reject(new DOMException('blocked', 'SecurityError'));
      Object.defineProperty(navigator, 'locks', { value: isMissing ? undefined : { request } });
    }, how === 'missing');
    await page.goto('/payment');
    await checkoutOn(page).pay();
    await page.waitForURL('**/product/gpu-servers');
  });
});
