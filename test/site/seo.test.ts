import { misfitsOf } from '../contract/contract';
import { sharedProduct } from '../support/shared-product';
import { contentPages, publicUrl } from './site';
import { gpuPrices, tiers } from './spec-prices';

const accountPages = ['/login', '/signup', '/callback', '/account', '/forgot-password', '/reset-password'];
const hidden = [...accountPages, '/payment', '/desk'];
const indexable = contentPages.filter(({ noindex }) => !noindex).map(({ path }) => path);

const get = (path: string) => fetch(sharedProduct.url + path, { redirect: 'manual' });
const text = async (path: string) => (await get(path)).text();
const absolute = (path: string) => publicUrl + (path === '/' ? '/' : path);
const meta = (html: string, name: string) =>
  html.match(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`))?.[1];

type Linked = { '@type': string; [key: string]: unknown };

/** All objects with a type, at any depth. */
const typed = (data: unknown): Linked[] => {
  if (typeof data !== 'object' || data === null) return [];
  const inner = Object.values(data).flatMap(typed);
  return '@type' in data ? [data as Linked, ...inner] : inner;
};

/** The structured data of a page, of one type. */
function linkedData(html: string, type: string): Linked[] {
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  return blocks.flatMap(([, json]) => typed(JSON.parse(json ?? ''))).filter((each) => each['@type'] === type);
}

test('what link previews show comes first, within 10 KB, on every page', async () => {
  for (const path of [...contentPages.map(({ path }) => path), '/docs/api']) {
    const beginning = (await text(path)).slice(0, 10_000);
    const [head = ''] = beginning.split(/<script|<style/);
    expect(head).toMatch(/<title>[^<]+<\/title>/);
    expect(head).toContain(`<link rel="canonical" href="${absolute(path)}"`);
    for (const name of ['description', 'og:title', 'og:description', 'og:url', 'og:image:alt'])
      expect([path, name, meta(head, name)]).toEqual([path, name, expect.stringMatching(/./)]);
    expect(meta(head, 'og:url')).toBe(absolute(path));
    expect(meta(head, 'og:description')).toBe(meta(head, 'description'));
    expect(meta(head, 'og:image')).toBe(absolute('/open-graph.png'));
  }
});

test('the picture for link previews has the stated size', async () => {
  const html = await text('/');
  const image = await get('/open-graph.png');
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
  const png = Buffer.from(await image.arrayBuffer());
  const size = [png.readUInt32BE(16), png.readUInt32BE(20)];
  expect(size).toEqual([1200, 630]);
  expect(['width', 'height'].map((side) => Number(meta(html, `og:image:${side}`)))).toEqual(size);
});

test('structured data says who we are, what each GPU costs, what is asked, and where a page is', async () => {
  const [organization] = linkedData(await text('/'), 'Organization');
  expect(organization).toMatchObject({ name: 'NovaCore', url: expect.stringContaining(publicUrl) });
  const products = linkedData(await text('/pricing'), 'Product');
  const said = JSON.stringify(products);
  expect(products.length).toBeGreaterThanOrEqual(gpuPrices.length);
  for (const { gpu, inrHour, usdHour } of gpuPrices) {
    expect(said).toContain(gpu);
    for (const price of [inrHour, usdHour])
      expect(said).toMatch(new RegExp(`"price":"?${price.slice(1).replace('.', '\\.')}`));
  }
  const [faq] = linkedData(await text('/legal'), 'FAQPage');
  expect(faq?.mainEntity).toHaveLength(13);
  for (const path of ['/discover/performance', '/product/gpu-servers', '/solutions/deep-learning']) {
    const [crumbs] = linkedData(await text(path), 'BreadcrumbList');
    expect(JSON.stringify(crumbs)).toContain(absolute(path));
  }
});

describe('for robots', () => {
  it('sitemap and robots.txt lead to every page to be found, and to no other', async () => {
    const listed = [...(await text('/sitemap.xml')).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);
    expect(indexable.map(absolute).filter((address) => !listed.includes(address))).toEqual([]);
    const secret = [...hidden, ...contentPages.filter(({ noindex }) => noindex).map(({ path }) => path)].map(absolute);
    expect(secret.filter((address) => listed.includes(address))).toEqual([]);
    for (const path of hidden) expect(meta(await text(path), 'robots')).toContain('noindex');
    const robots = await text('/robots.txt');
    expect(robots).toContain(`Sitemap: ${publicUrl}/sitemap.xml`);
    expect(robots).toMatch(/Disallow: \/api/);
  });

  it('llms.txt is an index of the pages and of the API, and each of its links leads to a document', async () => {
    const index = await text('/llms.txt');
    expect(index).toMatch(/^# NovaCore/);
    for (const path of ['/pricing', '/company', '/docs', '/product/gpu-clusters'])
      expect(index).toContain(absolute(path));
    const links = [...index.matchAll(/\]\((.*?)\)/g)].map(([, link = '']) => link.replace(absolute(''), ''));
    expect(links).toEqual(expect.arrayContaining(['/docs/quickstart.md', '/docs/api.md', '/openapi.json']));
    for (const link of links) expect([link, (await get(link)).status]).toEqual([link, 200]);
    expect(await text('/docs/quickstart.md')).toMatch(/^# Quickstart\n[\s\S]*^```sh$/m);
  });

  it('security.txt says where to report a weakness, and expires within a year', async () => {
    const policy = await text('/.well-known/security.txt');
    expect(policy).toMatch(/^Contact: mailto:\S+@\S+$/m);
    const days = (Date.parse(policy.match(/^Expires: (.*)$/m)?.[1] ?? '') - Date.now()) / 86_400_000;
    expect([days > 180, days < 365]).toEqual([true, true]);
  });
});

test('/pricing.json has the prices as listed, and fits the schema PriceList', async () => {
  const list = (await (await get('/pricing.json')).json()) as {
    gpus: { gpu: string; usdPerHour: number; usdPerMonth: number; inrPerHour: number; inrPerMonth: number }[];
    tiers: { tier: string; inrPerHour: { from: number } }[];
  };
  const gpus = list.gpus.map(({ gpu, usdPerHour, usdPerMonth, inrPerHour, inrPerMonth }) => ({
    ...{ gpu, usdHour: `$${usdPerHour}`, usdMonth: `$${usdPerMonth}` },
    ...{ inrHour: `₹${inrPerHour}`, inrMonth: `₹${inrPerMonth}` },
  }));
  expect(misfitsOf({ $ref: '#/components/schemas/PriceList' }, list)).toEqual([]);
  expect(gpus).toEqual(gpuPrices);
  expect(list.tiers.map(({ tier, inrPerHour }) => [tier, String(inrPerHour.from)])).toEqual(
    tiers.map(([tier, from]) => [tier, from]),
  );
});

describe('addresses', () => {
  it('with a slash at the end lead to the page in one step', async () => {
    for (const path of ['/pricing/', '/discover/vision/', '/legal//']) {
      const reply = await get(`${path}?a=1`);
      expect([reply.status, reply.headers.get('location')]).toEqual([308, `${path.replace(/\/+$/, '')}?a=1`]);
    }
  });

  it('that do not exist answer 404 with a page that leads on, also to a conditional request; a script is never a page', async () => {
    for (const path of ['/no-such-page', '/product', '/discover/nothing', '/Pricing']) {
      const reply = await fetch(sharedProduct.url + path, { headers: { 'if-none-match': '*' } });
      const html = await reply.text();
      expect([reply.status, reply.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(html.match(/<h1/g)).toHaveLength(1);
      expect(meta(html, 'robots')).toContain('noindex');
      expect(html).toContain('href="/contact');
    }
    expect(await text('/static/js/none.js')).toBe('Not found\n');
  });
});
