import { escapeHtml } from '@novacore/shared/formats';
import type { RouteHead } from '../route-head';
import { titleOf } from '../site/page';
import { productName } from '../ui/product-name';
import { modulesOf } from './parts';

/** The bundler's output. */
export type Assets = {
  /** Minified styles by name: `index` for every page, and those of the parts. */
  css: Record<string, string>;
  headSnippet: string;
  sprite: string;
  /** A `data:` address. */
  favicon: string;
  font: string;
  /** The address of the script of every page. */
  script: string;
  /** Addresses of the chunks that these modules (below `src`) need, without the script's. */
  chunksOf: (modules: string[]) => string[];
};

export type Settings = { publicUrl: string; contactEmail: string; homeScriptUrl: string };

/** A file of the site; its name is relative to the root. */
export type SiteFile = { name: string; body: string };

export type Content = {
  head: RouteHead;
  html: string;
  structuredData: object[];
  /** For application pages: the notice shown if the script cannot be loaded. */
  failureNotice?: string;
};

export const isApplication = ({ part, staff }: RouteHead) => part === 'application' || staff === true;

/** Link previews of coming pages work, though search engines leave these pages out. */
const isShareable = (head: RouteHead) => head.path !== '/404' && !isApplication(head);

const meta = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">`;
const property = (name: string, content: string) => `<meta property="${name}" content="${escapeHtml(content)}">`;

/** Data in a script element ends at the first `</script>`. */
const jsonLd = (data: object) =>
  `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

/** Search engines and link previews may read only the beginning of a document, so these tags come first. */
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
    // On a phone's connection, the preload would delay the first paint.
    `<link rel="preload" as="font" type="font/woff2" crossorigin media="(min-width: 60rem)" href="${assets.font}">`,
    `<style>${assets.css.index}${assets.css[isApplication(head) ? 'application' : (head.part ?? '')] ?? ''}</style>`,
    `<link rel="icon" href="${assets.favicon}" type="image/svg+xml">`,
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    ...structuredData.map(jsonLd),
  ];
}

/** The chunks of an application page load in parallel, after everything that the first paint needs. */
function scriptsOf({ head }: Content, assets: Assets) {
  const chunks = isApplication(head) ? assets.chunksOf(modulesOf(head)) : [];
  return [
    ...chunks.map((chunk) => `<link rel="modulepreload" fetchpriority="low" href="${chunk}">`),
    // The script comes last, because in the head it would delay the first paint.
    `<script type="module" src="${assets.script}"></script>`,
  ];
}

const unscripted =
  '<noscript><p class="unscripted">This page needs JavaScript. Please switch it on, or <a href="/contact">write to us</a>.</p></noscript>';

/** Before the application starts, a button would do nothing or send a form to the wrong place. */
const withoutButtons = (html: string) =>
  html.replace(/<main[\s\S]*<\/main>/, (main) => main.replaceAll('<button ', '<button disabled '));

/** Without styles, adjacent links and buttons would read as one word. */
const apart = (html: string) => html.replaceAll(/<\/(a|button)>(?=<(a|button) )/g, '$& ');

/** Reports use `data-page`. The script reads from `data-part` what the page needs. */
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
