import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { countShifts } from './shifts';
import { type Site, startSite } from './site';

let site: Site;
let server: Server;
let page: Page;
beforeAll(async () => {
  site = await startSite();
});
beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  await page?.close();
  server.closeAllConnections();
  server.close();
});
afterAll(() => site?.close());

const htmlOf = async (path: string) => (await fetch(site.url + path)).text();

/** Opens a page that comes as it is written to the response, and nothing else with it. */
async function openInPieces() {
  const { port } = server.address() as AddressInfo;
  const opened = page.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'commit' });
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  server.on('request', (_, other: ServerResponse) => void other.writeHead(404).end());
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  return { response, opened };
}

it.each(['</fieldset>', '>Log in</a>', '<details class="small-menu">'])(
  'on a phone, what the bar shows stays in its place when the page has come no further than %s',
  async (end) => {
    const html = await htmlOf('/');
    const cut = html.indexOf(end) + end.length;
    expect(cut).toBeGreaterThan(end.length);
    page = await site.browser.newPage({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false });
    const { response, opened } = await openInPieces();
    response.write(html.slice(0, cut));
    await opened;
    const button = page.getByRole('button', { name: 'Colour scheme' });
    await button.waitFor();
    const place = await button.boundingBox();
    response.end(html.slice(cut));
    await page.waitForLoadState();
    expect(await button.boundingBox()).toEqual(place);
  },
);

/** The head, then a piece for every few elements until the first screen is full, then the rest. */
function* piecesOf(html: string) {
  const full = html.indexOf('<main') + 15_000;
  let from = 0;
  for (let to = html.indexOf('</', html.indexOf('<body')); to > 0 && to < full; to = html.indexOf('</', to + 400)) {
    yield html.slice(from, to);
    from = to;
  }
  yield html.slice(from);
}

const nextFrame = () =>
  page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve))));

const paths = ['/', '/pricing', '/company', '/privacy-policy', '/product/gpu-servers', '/product/accelerators'];
const screens = [
  { width: 1440, height: 900 },
  { width: 1000, height: 800 },
  { width: 390, height: 844 },
];
const visits = paths.flatMap((path) => screens.map((viewport) => ({ path, viewport, width: viewport.width })));

it.each(visits)('$path, $width wide: a page that comes in pieces moves nothing on its way', async (visit) => {
  const html = await htmlOf(visit.path);
  page = await site.browser.newPage({ viewport: visit.viewport });
  await page.addInitScript(countShifts);
  const { response, opened } = await openInPieces();
  for (const piece of piecesOf(html)) {
    response.write(piece);
    await opened;
    await nextFrame();
  }
  response.end();
  await page.waitForLoadState();
  await nextFrame();
  expect(await page.evaluate(() => window.__shift)).toBeLessThan(0.0005);
  for (const part of ['banner', 'main', 'contentinfo'] as const)
    expect(
      await page.getByRole(part).evaluate((element) => element.checkVisibility({ visibilityProperty: true })),
    ).toBe(true);
});
