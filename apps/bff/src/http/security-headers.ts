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

/** Browser features that no page here uses. Browsers report names that they do not know, so these are all known. */
const unused = ['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid'];
const alsoUnused = ['magnetometer', 'microphone', 'midi', 'screen-wake-lock', 'serial', 'usb', 'xr-spatial-tracking'];
/** A bank's page inside checkout may ask for these: payment request API, passkeys. */
const forCheckout = ['payment', 'publickey-credentials-get'];
/** One-time codes. Not every browser knows the name, so only pages with checkout have it. */
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

/** Only documents obey these. */
const documentHeaders: Headers = {
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  // Banks open pop-ups from checkout, which must find their opener.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': permissionsPolicy([]),
};

/** Contract and prices, for editors, mock servers and price widgets. */
const publicDocuments = ['/openapi.json', '/openapi.yaml', '/pricing.json', '/pricing.schema.json'];

export type HeadersOf = (path: string) => Headers;

/** What each kind of page has in addition to the headers of every document. */
const kinds: Record<SitePage['kind'], (config: Config, page: SitePage) => Headers> = {
  content: (config, page) => ({
    'content-security-policy': contentPolicy(config, page),
    // Which pages a browser may render ahead of a visit (apps/web/src/prerender/seo-files.ts).
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
  // Nothing from other origins. Staff confirm their passkey here. No page of the site can open the desk and read it.
  staff: (config, page) => ({
    'cross-origin-opener-policy': 'same-origin',
    'content-security-policy': staffPolicy(config, page),
    'permissions-policy': permissionsPolicy([]).replace(/(?<=publickey-credentials-get=)\(\)/, '(self)'),
  }),
};

/** Where the site is not built. */
const noPage: SitePage = { path: '/404', kind: 'content', scriptHashes: [], styleHashes: [] };

/** The security headers of each path, whatever the status of the reply. */
export function headersByPath(config: Config, build: SiteBuild): HeadersOf {
  const pageOf = pageFinder(build);
  const asset = everywhere(config);
  const base = { ...asset, ...documentHeaders };
  const api = { ...base, 'content-security-policy': apiPolicy, 'cache-control': 'no-store' };
  const byPath = new Map(
    [noPage, ...build.pages].map((page) => [page.path, { ...base, ...kinds[page.kind](config, page) }]),
  );
  const unknown = byPath.get(noPage.path) ?? base;
  // Any page may read these. The API has no CORS header: pages call their own server, which calls us.
  const shared = { ...unknown, 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };
  return (path) => {
    // Scripts and fonts do without the policies, which are a kilobyte.
    if (path.startsWith('/static/')) return asset;
    if (path === '/api' || path.startsWith('/api/')) return api;
    if (publicDocuments.includes(path)) return shared;
    return byPath.get(pageOf(path)) ?? unknown;
  };
}

/** Sets the security headers on every reply, and of the API the request's id. */
export function setSecurityHeaders(fastify: FastifyInstance, headersOf: HeadersOf) {
  fastify.addHook('onRequest', async ({ id, url, routeOptions }, reply) => {
    // By route for operations, so that `/%61pi/…` gets the headers of `/api/…`.
    const route = routeOptions.url?.startsWith('/api/') ? routeOptions.url : url.split('?', 1)[0];
    reply.headers(headersOf(route ?? '/'));
    if (route?.startsWith('/api')) reply.header('request-id', id);
  });
}
