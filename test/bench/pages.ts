import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { chromiumPath, launchBrowser } from '../support/browser';
import { buildAstroPeer } from './astro-peer';
import { type ComparisonSite, readPage, serveComparison, withoutScript } from './comparison-site';
import { type Figure, mediansInTurn } from './figures';
import type { Options } from './main';
import { bytesOf, followLink, visit } from './slow-phone';
import type { Server, Stage } from './stage';

/** One page of each template. */
const templates = ['/', '/pricing', '/company', '/legal', '/contact', '/login'];
const withoutScriptLabel = 'the same page without script';
/** A page to read, as most are. */
const nextPage = '/company';

interface Sites {
  product: Server;
  bare: ComparisonSite;
  astro: ComparisonSite;
}

async function openSites(stage: Stage): Promise<Sites> {
  const product = await stage.startProduct(await stage.createDatabase('pages'));
  const bare = new Map<string, string>();
  for (const path of templates) bare.set(path, withoutScript(await readPage(product.url, path)));
  const astro = await buildAstroPeer(join(stage.directory, 'astro'), product.url, ['/', nextPage]);
  return {
    product,
    bare: await serveComparison(bare, product.url),
    astro: await serveComparison(astro, product.url),
  };
}

/** LCP of each template next to the same page without script, and of the home page next to Astro's. */
async function measureLcp(browser: Browser, { product, bare, astro }: Sites, rounds: number): Promise<Figure[]> {
  const pairs = templates.map((path) => ({ path, comparedWith: withoutScriptLabel, url: bare.url + path }));
  pairs.push({ path: '/', comparedWith: 'Astro', url: `${astro.url}/` });
  const urls = pairs.flatMap(({ path, url }) => [product.url + path, url]);
  const lcpOf = await mediansInTurn(urls, rounds, (url) => visit(browser, url));
  return pairs.map(({ path, comparedWith, url }) => {
    const ours = lcpOf(product.url + path);
    return { what: `LCP of ${path}`, unit: 'ms', product: ours, comparedWith, yardstick: lcpOf(url) };
  });
}

async function measureBytes(browser: Browser, { product, bare, astro }: Sites): Promise<Figure[]> {
  const bytes = await mediansInTurn([product, bare, astro], 1, ({ url }) => bytesOf(browser, url));
  const figure = { what: 'bytes of /', unit: 'bytes' as const, product: bytes(product) };
  return [
    { ...figure, comparedWith: withoutScriptLabel, yardstick: bytes(bare) },
    { ...figure, comparedWith: 'Astro', yardstick: bytes(astro) },
  ];
}

/** From the click on a link to the next page, where it was prefetched while the pointer was on the link. */
async function measureNextPage(browser: Browser, { product, bare, astro }: Sites, rounds: number): Promise<Figure[]> {
  const ms = await mediansInTurn([product, bare, astro], rounds, ({ url }) => followLink(browser, `${url}/`, nextPage));
  const figure = { what: `click to ${nextPage}, prefetched`, unit: 'ms' as const, product: ms(product) };
  return [
    { ...figure, comparedWith: 'no script, not prefetched', yardstick: ms(bare) },
    { ...figure, comparedWith: 'Astro, prefetched', yardstick: ms(astro) },
  ];
}

export async function measurePages(stage: Stage, { rounds }: Options): Promise<Figure[]> {
  const sites = await openSites(stage);
  const browser = await launchBrowser(chromiumPath);
  try {
    const bytes = await measureBytes(browser, sites);
    const lcp = await measureLcp(browser, sites, rounds);
    return [...lcp, ...bytes, ...(await measureNextPage(browser, sites, rounds))];
  } finally {
    await browser.close();
    sites.bare.close();
    sites.astro.close();
    await sites.product.stop();
  }
}
