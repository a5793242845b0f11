import { contentPages, publicUrl, type Site, startSite } from './site';

interface Found {
  status: number;
  /** Addresses that the page links to, resolved. */
  links: URL[];
  ids: Set<string>;
}

const found = new Map<string, Found>();
/** Which page an address was first seen on. */
const seenOn = new Map<string, string>();
let site: Site;

const decoded = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"');
const attributes = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`<[^>]+\\s${name}="([^"]*)"`, 'g'))].map(([, value]) => decoded(value ?? ''));

async function look(path: string): Promise<Found> {
  const reply = await fetch(site.url + path, { redirect: 'manual' });
  const isPage = reply.headers.get('content-type')?.startsWith('text/html');
  const html = isPage ? await reply.text() : '';
  const links = attributes(html, 'href').map((href) => new URL(href, site.url + path));
  return { status: reply.status, links, ids: new Set(attributes(html, 'id')) };
}

/** The site names itself by where it runs, or by where it was built to run. */
const isOurs = ({ origin }: URL) => origin === site.url || origin === publicUrl;

/** Follows every internal link, from the home page on. */
beforeAll(async () => {
  site = await startSite();
  const waiting = ['/'];
  for (let path = waiting.shift(); path; path = waiting.shift()) {
    if (found.has(path)) continue;
    const page = await look(path);
    found.set(path, page);
    for (const link of page.links.filter(isOurs)) {
      if (!seenOn.has(link.pathname)) seenOn.set(link.pathname, path);
      waiting.push(link.pathname);
    }
  }
});
afterAll(() => site?.close());

it('every internal link leads to something that is there, at once', () => {
  const dead = [...found].filter(([, { status }]) => status !== 200);
  expect(dead.map(([path, { status }]) => `${path} (${status}), linked on ${seenOn.get(path)}`)).toEqual([]);
});

it('every anchor that is linked to exists', () => {
  const broken = [...found].flatMap(([path, { links }]) =>
    links
      .filter(
        (link) =>
          isOurs(link) && link.hash && !found.get(link.pathname)?.ids.has(decodeURIComponent(link.hash.slice(1))),
      )
      .map((link) => `${link.pathname}${link.hash}, linked on ${path}`),
  );
  expect([...new Set(broken)]).toEqual([]);
});

it('no page uses an id twice', async () => {
  const doubled = await Promise.all(
    contentPages.map(async ({ path }) => {
      const ids = attributes(await (await fetch(site.url + path)).text(), 'id');
      return ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${path}: ${id}`);
    }),
  );
  expect(doubled.flat()).toEqual([]);
});

it.each(contentPages.map(({ path }) => path))('%s can be reached from the home page', (path) => {
  expect(found.has(path)).toBe(true);
});

it('external links go only to named parties or reserved domains', () => {
  const outside = [...found.values()].flatMap(({ links }) =>
    links.filter((link) => /^https?:/.test(link.protocol) && !isOurs(link)),
  );
  const strange = outside.map(({ host }) => host).filter((host) => !/(^|\.)example$|^razorpay\.com$/.test(host));
  expect([...new Set(strange)]).toEqual([]);
});
