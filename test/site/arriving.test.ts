import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Site, startSite } from './site';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.close());

/** Serves a page up to `end`, and the rest when it is asked to. */
async function serveInParts(html: string, end: string) {
  const cut = html.indexOf(end) + end.length;
  expect(cut).toBeGreaterThan(end.length);
  const waiting: ServerResponse[] = [];
  const server = createServer(({ url }, response) => {
    if (url !== '/') return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).write(html.slice(0, cut));
    waiting.push(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sendRest = () => waiting.forEach((response) => void response.end(html.slice(cut)));
  return { url: `http://127.0.0.1:${port}/`, sendRest, server };
}

it.each(['</fieldset>', '>Log in</a>', '<details class="small-menu">'])(
  'on a phone, what the bar shows stays in its place when the page has come no further than %s',
  async (end) => {
    const html = await (await fetch(site.url)).text();
    const { url, sendRest, server } = await serveInParts(html, end);
    const page = await site.browser.newPage({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false });
    try {
      await page.goto(url, { waitUntil: 'commit' });
      const button = page.getByRole('button', { name: 'Colour scheme' });
      await button.waitFor();
      const place = await button.boundingBox();
      sendRest();
      await page.waitForLoadState();
      expect(await button.boundingBox()).toEqual(place);
    } finally {
      await page.close();
      server.close();
    }
  },
);
