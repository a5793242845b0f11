import { escapeHtml } from '@novacore/shared/formats';
import type { RouteHead } from '../route-head';
import { titleOf } from '../site/page';
import { productName } from '../ui/product-name';
import { modulesOf } from './parts';

/** What the bundler made, as the pages refer to it. */
export type Assets = {
  /** Minified styles: `index` for every page, and those of each part that has some, by its name. */
  css: Record<string, string>;
  /** The inline script of every page, minified. */
  headSnippet: string;
  /** The symbols that icons refer to. */
  sprite: string;
  /** The favicon, as a `data:` address. */
  favicon: string;
  /** Address of the site's font. */
  font: string;
  /** Address of the script that every page ends with. */
  script: string;
  /** Addresses of the chunks that these modules (below `src`) need, except those of the script. */
  chunksOf: (modules: string[]) => string[];
};

export type Settings = { publicUrl: string; contactEmail: string; homeScriptUrl: string };

/** A file of the site: its name below the root, and its content. */
export type SiteFile = { name: string; body: string };

export type Content = {
  head: RouteHead;
  /** The rendered page. */
  html: string;
  /** schema.org descriptions. */
  structuredData: object[];
  /** For application pages: what is shown where the script cannot be loaded. */
  failureNotice?: string;
};

/** Whether the page is made by its script. */
export const isApplication = ({ part, staff }: RouteHead) => part === 'application' || staff === true;

/** Whether people share the page. Pages that are still to come are shared, though search engines leave them out. */
const isShareable = (head: RouteHead) => head.path !== '/404' && !isApplication(head);

const meta = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">`;
const property = (name: string, content: string) => `<meta property="${name}" content="${escapeHtml(content)}">`;

/** Data in a script element ends at the first `</script>`, wherever it stands. */
const jsonLd = (data: object) =>
  `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

/** What search engines and link previews read: first in the document, because some read only its beginning. */
export function shareTags(
  { path, title, description }: Pick<RouteHead, 'path' | 'title' | 'description'>,
  publicUrl: string,
) {
  return [
    `<link rel="canonical" href="${escapeHtml(publicUrl + path)}">`,
    property('og:type', 'website'),
    property('og:site_name', productName),
    property('og:title', title),
    property('og:description', description),
    property('og:url', publicUrl + path),
    property('og:image', `${publicUrl}/open-graph.png`),
    property('og:image:alt', `${productName}: GPU cloud and AI infrastructure in India and the US`),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    meta('twitter:card', 'summary_large_image'),
  ];
}

function headOf({ head, structuredData }: Content, assets: Assets, { publicUrl }: Settings) {
  return [
    '<meta charset="utf-8">',
    meta('viewport', 'width=device-width, initial-scale=1'),
    `<title>${escapeHtml(titleOf(head))}</title>`,
    meta('description', head.description),
    ...(head.noindex ? [meta('robots', 'noindex')] : []),
    ...(isShareable(head) ? shareTags(head, publicUrl) : []),
    meta('color-scheme', 'light dark'),
    `<script>${assets.headSnippet}</script>`,
    `<link rel="preload" as="font" type="font/woff2" crossorigin href="${assets.font}">`,
    `<style>${assets.css.index}${assets.css[isApplication(head) ? 'application' : (head.part ?? '')] ?? ''}</style>`,
    `<link rel="icon" href="${assets.favicon}" type="image/svg+xml">`,
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    ...structuredData.map(jsonLd),
  ];
}

/** The chunks of an application page are fetched together, not one after the other, and after what the first paint needs. */
function scriptsOf({ head }: Content, assets: Assets) {
  const chunks = isApplication(head) ? assets.chunksOf(modulesOf(head)) : [];
  return [
    ...chunks.map((chunk) => `<link rel="modulepreload" fetchpriority="low" href="${chunk}">`),
    // Last: a script in the head delays the first paint.
    `<script type="module" src="${assets.script}"></script>`,
  ];
}

const unscripted =
  '<noscript><p class="unscripted">This page needs JavaScript. Please switch it on, or <a href="/contact">write to us</a>.</p></noscript>';

/** Until the application has started, its buttons would do nothing, or send a form to nowhere. */
const withoutButtons = (html: string) =>
  html.replace(/<main[\s\S]*<\/main>/, (main) => main.replaceAll('<button ', '<button disabled '));

/** Without styles, links and buttons next to each other would read as one word. */
const apart = (html: string) => html.replaceAll(/<\/(a|button)>(?=<(a|button) )/g, '$& ');

/** A whole document. `data-page` is for reports, `data-part` tells the script what the page needs. */
export function documentOf(content: Content, assets: Assets, settings: Settings): string {
  const { head, html, failureNotice } = content;
  return [
    `<!doctype html><html lang="en-IN" data-page="${head.path}"${head.part ? ` data-part="${head.part}"` : ''}><head>`,
    ...headOf(content, assets, settings),
    `</head><body><svg class="sprite" width="0" height="0" aria-hidden="true">${assets.sprite}</svg>`,
    ...(failureNotice ? [unscripted, `<div class="failed" hidden>${failureNotice}</div>`] : []),
    apart(isApplication(head) ? withoutButtons(html) : html),
    ...scriptsOf(content, assets),
    '</body></html>',
  ].join('\n');
}
