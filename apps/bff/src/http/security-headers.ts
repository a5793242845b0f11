import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config';
import {
  apiPolicy,
  applicationPolicy,
  checkoutSources,
  contentPolicy,
  mailLinkPolicy,
  staffPolicy,
} from './content-security-policy';
import { pageFinder, type SiteBuild, type SitePage } from './site-build';
import { speculationRulesPath } from './static-site';

type Headers = Record<string, string>;

const twoYears = 63_072_000;

/** Features that no page uses. Browsers report unknown names, so we list only known ones. */
const unused = ['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid'];
const alsoUnused = ['magnetometer', 'microphone', 'midi', 'screen-wake-lock', 'serial', 'usb', 'xr-spatial-tracking'];
/** A bank's page inside checkout may use the Payment Request API and passkeys. */
const forCheckout = ['payment', 'publickey-credentials-get'];
/** Some browsers do not know this name, so only pages with checkout use it. */
const oneTimeCodes = 'otp-credentials';

function permissionsPolicy(checkoutOrigins: string[]): string {
  const off = [...unused, ...alsoUnused, ...(checkoutOrigins.length ? [] : forCheckout)].map((name) => `${name}=()`);
  const allowed = ['self', ...checkoutOrigins.map((origin) => `"${origin}"`)].join(' ');
  const on = checkoutOrigins.length ? [...forCheckout, oneTimeCodes] : [];
  return [...off, ...on.map((name) => `${name}=(${allowed})`)].join(', ');
}

function everywhere({ publicUrl, hstsSubdomains }: Config): Headers {
  const headers: Headers = { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' };
  if (publicUrl.startsWith('https:'))
    headers['strict-transport-security'] = `max-age=${twoYears}${hstsSubdomains ? '; includeSubDomains' : ''}`;
  return headers;
}

/** These affect only documents. */
const documentHeaders: Headers = {
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  // Pop-ups of banks, opened from checkout, need their opener.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': permissionsPolicy([]),
};

/** Editors, mock servers and price widgets read these from other origins. */
const publicDocuments = ['/openapi.json', '/openapi.yaml', '/pricing.json', '/pricing.schema.json'];

export type HeadersOf = (path: string) => Headers;

/** Additional headers per kind of page. */
const kinds: Record<SitePage['kind'], (config: Config, page: SitePage) => Headers> = {
  content: (config, page) => ({
    'content-security-policy': contentPolicy(config, page),
    // Names the pages that a browser may prerender (apps/web/src/prerender/seo-files.ts).
    'speculation-rules': `"${speculationRulesPath}"`,
  }),
  application: (config, page) => ({
    'content-security-policy': applicationPolicy(config, page),
    'permissions-policy': permissionsPolicy(checkoutSources(config).frame),
  }),
  'mail-link': (config, page) => ({
    'content-security-policy': mailLinkPolicy(config, page),
    'referrer-policy': 'no-referrer',
  }),
  // Staff use passkeys here. No other page can open the desk and read it.
  staff: (config, page) => ({
    'cross-origin-opener-policy': 'same-origin',
    'content-security-policy': staffPolicy(config, page),
    'permissions-policy': permissionsPolicy([]).replace(/(?<=publickey-credentials-get=)\(\)/, '(self)'),
  }),
};

/** Used if the site is not built. */
const noPage: SitePage = { path: '/404', kind: 'content', scriptHashes: [], styleHashes: [] };

/** The headers depend on the path, not on the status. */
export function headersByPath(config: Config, build: SiteBuild): HeadersOf {
  const pageOf = pageFinder(build);
  const asset = everywhere(config);
  const base = { ...asset, ...documentHeaders };
  const api = { ...base, 'content-security-policy': apiPolicy, 'cache-control': 'no-store' };
  const byPath = new Map(
    [noPage, ...build.pages].map((page) => [page.path, { ...base, ...kinds[page.kind](config, page) }]),
  );
  const unknown = byPath.get(noPage.path) ?? base;
  // Any page may read these. The API has no CORS, so partners call it from their servers.
  const shared = { ...unknown, 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };
  return (path) => {
    // Scripts and fonts do not need the policies, which have a kilobyte.
    if (path.startsWith('/static/')) return asset;
    if (path === '/api' || path.startsWith('/api/')) return api;
    if (publicDocuments.includes(path)) return shared;
    return byPath.get(pageOf(path)) ?? unknown;
  };
}

/** Also adds the request id to API replies. */
export function setSecurityHeaders(fastify: FastifyInstance, headersOf: HeadersOf) {
  fastify.addHook('onRequest', async ({ id, url, routeOptions }, reply) => {
    // We use the route, so that `/%61pi/…` gets the headers of `/api/…`.
    const route = routeOptions.url?.startsWith('/api/') ? routeOptions.url : url.split('?', 1)[0];
    reply.headers(headersOf(route ?? '/'));
    if (route?.startsWith('/api')) reply.header('request-id', id);
  });
}
