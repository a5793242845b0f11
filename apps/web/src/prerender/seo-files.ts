import { escapeHtml } from '@novacore/shared/formats';
import type { NavGroup } from '../site/navigation';
import type { Page } from '../site/page';
import { gpus, tiers } from '../site/prices';
import { productName } from '../ui/product-name';
import { type Settings, type SiteFile } from './document';
import { guideFiles } from './guide-markdown';

const sitemap = (pages: Pick<Page, 'path'>[], publicUrl: string) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...pages.map(({ path }) => `<url><loc>${escapeHtml(publicUrl + path)}</loc></url>`),
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
  const isGuide = ({ path }: Page) => path.startsWith('/docs/');
  const group = ([title, group]: (typeof groups)[number]) => {
    const links = pages.filter((page) => page.nav?.group === group && !isGuide(page)).map(link);
    return links.length ? [`## ${title}`, '', ...links, ''] : [];
  };
  const home = pages.find(({ path }) => path === '/');
  const api = [
    '## API',
    '',
    ...pages
      .filter((page) => isGuide(page) && !page.path.startsWith('/docs/api/'))
      .map((page) => link({ ...page, path: `${page.path}.md` })),
    `- [API contract](${publicUrl}/openapi.json): OpenAPI 3.1 as JSON; the same as [YAML](${publicUrl}/openapi.yaml)`,
    '',
    '## Data',
    '',
    `- [Prices](${publicUrl}/pricing.json): all list prices and tiers as JSON, by this [schema](${publicUrl}/pricing.schema.json)`,
    `- [Sitemap](${publicUrl}/sitemap.xml): every page`,
    `- [Security](${publicUrl}/.well-known/security.txt): how to report a weakness`,
    '',
  ];
  return [`# ${productName}`, '', `> ${home?.description ?? ''}`, '', ...groups.flatMap(group), ...api].join('\n');
}

/** The shape is `components/schemas/PriceList` of the contract. */
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
 * The pages that a browser may prerender, for the `Speculation-Rules` header. Application pages are not among them,
 * because they act when they open.
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

const day = 86_400_000;

/** RFC 9116. The file expires within a year, because the address may change by then. */
const securityText = (publicUrl: string, contactEmail: string) =>
  [
    `Contact: mailto:${contactEmail}`,
    `Contact: ${publicUrl}/contact`,
    `Expires: ${new Date(Date.now() + 364 * day).toISOString().slice(0, 10)}T00:00:00Z`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n');

/** The files at the root of the site for search engines and programs. */
export function siteFiles(all: Page[], { publicUrl, contactEmail }: Settings): SiteFile[] {
  const pages = all.filter(({ noindex }) => !noindex);
  return [
    { name: 'sitemap.xml', body: sitemap(pages, publicUrl) },
    { name: 'robots.txt', body: robots(publicUrl) },
    { name: 'llms.txt', body: llms(pages, publicUrl) },
    { name: '.well-known/security.txt', body: securityText(publicUrl, contactEmail) },
    ...guideFiles(pages, publicUrl),
    { name: 'pricing.json', body: pricing() },
    { name: 'content.speculationrules', body: speculationRules(all) },
  ];
}
