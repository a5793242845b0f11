import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config';
import type { SiteBuild } from '../site/load-site';
import { accountPolicy, apiPolicy, checkoutSources, contentPolicy, referencePolicy } from './content-security-policy';

type Headers = Record<string, string>;

const twoYears = 63_072_000;

/** Browser features that no page here uses. */
const unused = ['accelerometer', 'browsing-topics', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid'];
const alsoUnused = ['magnetometer', 'microphone', 'midi', 'screen-wake-lock', 'serial', 'usb', 'xr-spatial-tracking'];
/** What a bank's page inside checkout may ask for: the payment request API, one-time codes, passkeys. */
const forCheckout = ['payment', 'otp-credentials', 'publickey-credentials-get'];

function permissionsPolicy(checkoutOrigins: string[]): string {
  const off = [...unused, ...alsoUnused, ...(checkoutOrigins.length ? [] : forCheckout)].map((name) => `${name}=()`);
  const allowed = ['self', ...checkoutOrigins.map((origin) => `"${origin}"`)].join(' ');
  return [...off, ...(checkoutOrigins.length ? forCheckout.map((name) => `${name}=(${allowed})`) : [])].join(', ');
}

function everywhere({ publicUrl }: Config): Headers {
  const headers: Headers = { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' };
  if (publicUrl.startsWith('https:')) headers['strict-transport-security'] = `max-age=${twoYears}; includeSubDomains`;
  return headers;
}

/** What only a document obeys. */
const ofDocuments: Headers = {
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  // Banks open pop-ups from checkout, and they must find their opener.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': permissionsPolicy([]),
};

/** The application: log-in, sign-up, the way back from the identity provider, payment, and everything of one's own. */
const isAccountPage = (path: string) => /^\/(login|signup|callback|payment|account(\/.*)?)$/s.test(path);

/** Which headers an address gets, whatever the answer: also a refusal carries them. Scripts and fonts are assets. */
export type HeadersOf = (path: string, isAsset?: boolean) => Headers;

export function headersByPath(config: Config, build: SiteBuild): HeadersOf {
  const asset = everywhere(config);
  const base = { ...asset, ...ofDocuments };
  const api = { ...base, 'content-security-policy': apiPolicy, 'cache-control': 'no-store' };
  const content = {
    ...base,
    'content-security-policy': contentPolicy(config, build),
    // Which pages a browser may render ahead of a visit (apps/web/src/prerender/seo-files.ts).
    'speculation-rules': '"/content.speculationrules"',
  };
  const reference = { ...base, 'content-security-policy': referencePolicy(build) };
  const account = {
    ...base,
    'content-security-policy': accountPolicy(config, build),
    'permissions-policy': permissionsPolicy(checkoutSources(config).frame),
  };
  return (path, isAsset = false) => {
    // A kilobyte of policies on each script and font was a twelfth of what a page weighs.
    if (isAsset) return asset;
    if (path === '/api' || path.startsWith('/api/')) return api;
    if (isAccountPage(path)) return account;
    return path === '/docs/api' || path.startsWith('/docs/api/') ? reference : content;
  };
}

/** Sets the security headers on every reply. No CORS header is among them: the API answers its own site only. */
export function setSecurityHeaders(fastify: FastifyInstance, headersOf: HeadersOf) {
  fastify.addHook('onRequest', async (request, reply) => {
    reply.headers(headersOf(request.url.replace(/[?#].*/s, '')));
  });
}
