import { sharedProduct } from '../support/shared-product';
import { contentPages, publicUrl } from './site';

interface Found {
  status: number;
  /** Addresses that the page links to, resolved. */
  links: URL[];
  ids: string[];
}

const found = new Map<string, Found>();
/** The page on which an address was first found. */
const seenOn = new Map<string, string>();
const { url } = sharedProduct;

const decoded = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"');
const attributes = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`<[^>]+\\s${name}="([^"]*)"`, 'g'))].map(([, value]) => decoded(value ?? ''));

async function look(path: string): Promise<Found> {
  const reply = await fetch(url + path, { redirect: 'manual' });
  const isPage = reply.headers.get('content-type')?.startsWith('text/html');
  const html = isPage ? await reply.text() : '';
  const links = attributes(html, 'href').map((href) => new URL(href, url + path));
  return { status: reply.status, links, ids: attributes(html, 'id') };
}

/** The site's own origin: where it runs, or where it was built to run. */
const isOurs = ({ origin }: URL) => origin === url || origin === publicUrl;

/** Follows every internal link, from the home page on. */
beforeAll(async () => {
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

it('every internal link leads to something that is there, at once', () => {
  const dead = [...found].filter(([, { status }]) => status !== 200);
  expect(dead.map(([path, { status }]) => `${path} (${status}), linked on ${seenOn.get(path)}`)).toEqual([]);
});

it('every anchor that is linked to exists', () => {
  const exists = ({ pathname, hash }: URL) => found.get(pathname)?.ids.includes(decodeURIComponent(hash.slice(1)));
  const broken = [...found].flatMap(([path, { links }]) => {
    const anchors = links.filter((link) => isOurs(link) && link.hash && !exists(link));
    return anchors.map((link) => `${link.pathname}${link.hash}, linked on ${path}`);
  });
  expect([...new Set(broken)]).toEqual([]);
});

it('no page uses an id twice', () => {
  const twice = ([path, { ids }]: [string, Found]) =>
    ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${path}: ${id}`);
  expect([...found].flatMap(twice)).toEqual([]);
});

it('every page can be reached from the home page', () => {
  expect(contentPages.map(({ path }) => path).filter((path) => !found.has(path))).toEqual([]);
});

it('external links go only to named parties or reserved domains', () => {
  const links = [...found.values()].flatMap(({ links }) => links).filter(({ protocol }) => /^https?:/.test(protocol));
  const hosts = links.filter((link) => !isOurs(link)).map(({ host }) => host);
  expect([...new Set(hosts)].filter((host) => !/(^|\.)example$|^razorpay\.com$/.test(host))).toEqual([]);
});
