import type { Page } from 'playwright-core';

const frame = 'iframe.razorpay-checkout-frame';

/** Does the payer's part in checkout's form (docs/sandbox.md, "The form, for browser tests"). */
export function checkoutOn(page: Page) {
  const form = page.frameLocator(frame);
  const click = (name: string) => form.getByRole('button', { name, exact: true }).click();
  const opened = () => form.getByRole('button', { name: 'Pay ₹150.00', exact: true }).waitFor();
  return {
    opened,
    form,
    async pay() {
      await opened();
      await click('Card that succeeds');
      await click('Pay ₹150.00');
      await click('123456 (right)');
      await click('Submit');
    },
    /** The card has insufficient funds; checkout stays open and offers another try. */
    async fail() {
      await opened();
      await click('Card with insufficient funds');
      await click('Pay ₹150.00');
      await form.getByRole('heading', { name: 'Payment failed', exact: true }).waitFor();
    },
    tryAgain: () => click('Try again'),
    leave: () => click('Leave checkout'),
    async dismiss() {
      await opened();
      await click('Close checkout');
      await click('Leave checkout');
    },
    /** For a payer who does not see checkout. Ends when another checkout replaces this one. */
    async reopen() {
      await page.locator(frame).evaluate((element) => element.setAttribute('data-before', ''));
      await page.getByRole('button', { name: 'Open checkout again', includeHidden: true }).dispatchEvent('click');
      await page.locator(`${frame}[data-before]`).waitFor({ state: 'detached' });
      await opened();
    },
    count: () => page.locator(frame).count(),
  };
}

/** Resolves to the text of the payment page's slip when it has this heading. */
export const slip = (page: Page, heading: string) =>
  page.locator('.status-card').getByRole('heading', { name: heading, exact: true }).waitFor();

/** Counts the calls of one operation that a page makes. */
export function countCalls(page: Page, path: string): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === `/api${path}`) count += 1;
  });
  return () => count;
}

/** Answers one operation with a problem instead of asking the server, until the returned function is called. */
export async function answerWith(page: Page, path: string, status: number, code: string, headers = {}) {
  const body = { type: `/docs/errors#${code}`, title: `It is ${code}.`, status, code, requestId: 'req-test' };
  const address = `**/api${path}`;
  await page.route(address, (route) =>
    route.fulfill({ status, headers, contentType: 'application/problem+json', body: JSON.stringify(body) }),
  );
  return () => page.unroute(address);
}
