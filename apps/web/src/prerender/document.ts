import type { Route } from '../app/routes';
import { titleOf } from '../site/title';
import { productName } from '../ui/product-name';
import type { Assets, Settings } from './assets';
import { escapeText } from './escape';
import { previewName } from './preview';

export type Content = {
  route: Route;
  description: string;
  /** The rendered app. */
  html: string;
  /** The modules, below `src`, whose chunks the page needs. */
  modules: string[];
  /** Style elements beside those of every page. */
  styles: string[];
  /** schema.org descriptions. */
  structuredData: object[];
};

const meta = (name: string, content: string) => `<meta name="${name}" content="${escapeText(content)}">`;
const property = (name: string, content: string) => `<meta property="${name}" content="${escapeText(content)}">`;

/** Data in a script element ends at the first `</script>`, wherever it stands. */
const jsonLd = (data: object) =>
  `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

function openGraph({ route, description }: Content, publicUrl: string) {
  return [
    property('og:type', 'website'),
    property('og:site_name', productName),
    property('og:title', route.title),
    property('og:description', description),
    property('og:url', publicUrl + route.path),
    property('og:image', publicUrl + previewName(route)),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    meta('twitter:card', 'summary_large_image'),
  ];
}

function searchable(content: Content, publicUrl: string) {
  if (content.route.noindex) return [meta('robots', 'noindex')];
  const canonical = `<link rel="canonical" href="${escapeText(publicUrl + content.route.path)}">`;
  return [canonical, ...openGraph(content, publicUrl)];
}

/** What the page cannot do without is fetched beside its own HTML, not behind it. */
const early = (chunks: string[]) => chunks.map((chunk) => `<link rel="modulepreload" href="${chunk}">`);

function head(content: Content, chunks: string[], assets: Assets, { publicUrl }: Settings) {
  const { route, description, styles, structuredData } = content;
  return [
    '<meta charset="utf-8">',
    meta('viewport', 'width=device-width, initial-scale=1'),
    `<script>${route.path === '/callback' ? assets.callbackSnippet : assets.headSnippet}</script>`,
    route.start && `<script type="module" async src="${assets.chunkOf(route.start)}"></script>`,
    ...(route.client ? early(chunks) : []),
    `<style>${assets.css}</style>`,
    ...styles,
    `<title>${escapeText(titleOf(route))}</title>`,
    meta('description', description),
    meta('color-scheme', 'light dark'),
    `<link rel="icon" href="${assets.favicon}" type="image/svg+xml">`,
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    ...searchable(content, publicUrl),
    ...structuredData.map(jsonLd),
  ].filter(Boolean);
}

/** Shown by the style sheet where the page's script failed to load; most pages can be read without it. */
const lost =
  '<p class="lost" role="alert">Loading chunk failed. This page needs its script. <a href="">Reload the page</a></p>';

/** The style sheet hides the page's content with it: a form that leads nowhere, or work that never begins. */
const unscripted =
  '<noscript><p class="lost">This page needs JavaScript. Please switch it on, or <a href="/contact">write to us</a>.</p></noscript>';

/**
 * When the inline snippet loads a page's script. A content page can be read without it, and waits until what has been
 * drawn is on the screen too: that comes up to a tenth of a second after the frame's own callbacks.
 */
const timing = ({ client }: Route) => (client ? 'data-on="DOMContentLoaded"' : 'data-on="load" data-wait="150"');

/** A whole page. `data-js` tells the inline snippet what to load. */
export function documentOf(content: Content, assets: Assets, settings: Settings): string {
  const { route, html, modules } = content;
  const chunks = assets.chunksOf(modules);
  return [
    `<!doctype html><html lang="en-IN" data-js="${chunks.join(' ')}" ${timing(route)}><head>`,
    ...head(content, chunks, assets, settings),
    `</head><body><svg class="sprite" width="0" height="0" aria-hidden="true">${assets.sprite}</svg>`,
    route.client && unscripted,
    `<div id="root">${html}</div>`,
    // Last, so that the skip link stays the page's first.
    route.client && lost,
    '</body></html>',
  ]
    .filter(Boolean)
    .join('\n');
}
