import { EventEmitter } from 'node:events';
import type { Browser } from 'playwright-core';

/** A page steered by the browser's own protocol. */
export interface BarePage {
  // biome-ignore lint/suspicious/noExplicitAny: the protocol has hundreds of events
  on(event: string, listener: (params: any) => void): unknown;
  send<Answer = object>(method: string, params?: object): Promise<Answer>;
  close(): Promise<void>;
}

/**
 * A page of a fresh browser context that no tool looks into. In a page of Playwright's, as under developer tools, each
 * Error that React makes while it loads has the engine read React's code once more: up to a tenth of a second on a
 * phone, for which no visitor waits.
 */
export async function openBarePage(browser: Browser): Promise<BarePage> {
  const session = await browser.newBrowserCDPSession();
  const { browserContextId } = await session.send('Target.createBrowserContext');
  const { targetId } = await session.send('Target.createTarget', { url: 'about:blank', browserContextId });
  const { sessionId } = await session.send('Target.attachToTarget', { targetId });
  const answers = new EventEmitter();
  const page = new EventEmitter();
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, method, params, result, error } = JSON.parse(message);
    if (id) answers.emit(String(id), result, error);
    else page.emit(method, params);
  });
  let last = 0;
  const send = <Answer>(method: string, params: object = {}) =>
    new Promise<Answer>((resolve, reject) => {
      last += 1;
      answers.once(String(last), (result: Answer, error?: { message: string }) =>
        error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result),
      );
      const message = JSON.stringify({ id: last, method, params });
      session.send('Target.sendMessageToTarget', { sessionId, message }).catch(reject);
    });
  const close = async () => {
    await session.send('Target.disposeBrowserContext', { browserContextId });
    await session.detach();
  };
  return Object.assign(page, { send, close });
}
