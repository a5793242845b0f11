import type { NavGroup } from '../site/navigation';
import type { Page } from '../site/page';
import { gpus, tiers } from '../site/prices';
import { productName } from '../ui/product-name';
import { escapeText, type SiteFile } from './document';

const sitemap = (pages: Pick<Page, 'path'>[], publicUrl: string) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...pages.map(({ path }) => `<url><loc>${escapeText(publicUrl + path)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');

const robots = (publicUrl: string) =>
  ['User-agent: *', 'Disallow: /api/', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n');

const groups: [title: string, group: NavGroup | undefined][] = [
  ['Discover', 'Discover'],
  ['Products', 'Products'],
  ['Solutions', 'Solutions'],
  ['Company', 'Direct'],
  ['Legal', 'Legal'],
  ['More', undefined],
];

/** The site in Markdown, for language models (llmstxt.org). */
function llms(pages: Page[], publicUrl: string) {
  const link = ({ path, title, description }: Page) => `- [${title}](${publicUrl}${path}): ${description}`;
  const group = ([title, group]: (typeof groups)[number]) => {
    const links = pages.filter(({ nav }) => nav?.group === group).map(link);
    return links.length ? [`## ${title}`, '', ...links, ''] : [];
  };
  const home = pages.find(({ path }) => path === '/');
  const data = [
    '## Data',
    '',
    `- [Prices](${publicUrl}/pricing.json): all list prices and tiers as JSON`,
    `- [API contract](${publicUrl}/openapi.yaml): OpenAPI 3.1`,
    '',
  ];
  return [`# ${productName}`, '', `> ${home?.description ?? ''}`, '', ...groups.flatMap(group), ...data].join('\n');
}

/** As `components/schemas/PriceList` in the contract has it. */
const pricing = () =>
  JSON.stringify({
    version: 1,
    gpus: gpus.map(({ gpu, memoryGb, usdPerHour, usdPerMonth, inrPerHour, inrPerMonth }) => ({
      gpu,
      memoryGb,
      usdPerHour,
      usdPerMonth,
      inrPerHour,
      inrPerMonth,
    })),
    tiers: tiers.map(({ tier, inrPerHour, usdPerHour, notes }) => ({ tier, inrPerHour, usdPerHour, notes })),
  });

/**
 * The pages that a browser may render ahead of a visit, for the `Speculation-Rules` header: content only. A page of the
 * application would start its job before anybody asked for it.
 */
const speculationRules = (pages: Page[]) =>
  JSON.stringify({
    prerender: [
      {
        source: 'document',
        where: { href_matches: pages.map(({ path }) => path).filter((path) => path !== '/404') },
        eagerness: 'moderate',
      },
    ],
  });

/** What machines look for at the root of a site. */
export function siteFiles(all: Page[], publicUrl: string): SiteFile[] {
  const pages = all.filter(({ noindex }) => !noindex);
  return [
    // The API reference is outside the route table (build/reference.mjs).
    { name: 'sitemap.xml', body: sitemap([...pages, { path: '/docs/api' }], publicUrl) },
    { name: 'robots.txt', body: robots(publicUrl) },
    { name: 'llms.txt', body: llms(pages, publicUrl) },
    { name: 'pricing.json', body: pricing() },
    { name: 'content.speculationrules', body: speculationRules(all) },
  ];
}
