import supertest from 'supertest';
import { loadConfig } from '../../apps/bff/src/config/load-config';
import { headersByPath } from '../../apps/bff/src/http/security-headers';
import { loadSite } from '../../apps/bff/src/http/site-build';
import { sharedProduct } from '../support/shared-product';

/** The shared product uses the sandbox and http. */
const headersOf = async (path: string) =>
  (await supertest(sharedProduct.url).get(path)).headers as Record<string, string>;

/** This server uses Razorpay, https and the operator's script. */
const realHeaders = headersByPath(
  loadConfig({
    JWT_SECRET: 'a secret of the test run, with more than 32 bytes',
    PUBLIC_URL: 'https://novacore.example',
    RAZORPAY_KEY_ID: 'rzp_test_1DP5mmOlF5G5ag',
    RAZORPAY_KEY_SECRET: 'a-key-secret-of-the-test',
    RAZORPAY_WEBHOOK_SECRET: 'a-webhook-secret-of-the-test',
    HOME_SCRIPT_URL: 'https://cdn.stranger.example/v2/chat.js',
  }),
  loadSite().build,
);

/** The sources of each directive, without the hashes. */
function policyIn(headers: Record<string, string>): Record<string, string[]> {
  const directives = (headers['content-security-policy'] ?? '').split('; ').map((directive) => directive.split(' '));
  return Object.fromEntries(
    directives.map(([name, ...sources]) => [name, sources.filter((source) => !source.startsWith("'sha256-"))]),
  );
}

const self = "'self'";
const stranger = 'https://cdn.stranger.example';
const razorpay = (...names: string[]) => names.map((name) => `https://${name}.razorpay.com`);

interface Kind {
  paths: string[];
  /** The sources of its policy that are not the same on all pages. */
  policy: Record<string, string[]>;
}
const kinds: Record<string, Kind> = {
  content: {
    paths: ['/', '/contact', '/product/gpu-servers', '/nothing-here'],
    policy: {
      'script-src': [self, stranger],
      'style-src': [self],
      'connect-src': [self, stranger],
      'form-action': [self, 'mailto:'],
    },
  },
  application: {
    paths: ['/login', '/callback', '/payment', '/account/payments'],
    policy: {
      'script-src': [self, ...razorpay('checkout', 'cdn')],
      'frame-src': razorpay('api', 'checkout'),
      'connect-src': [self, ...razorpay('api', 'lumberjack', 'lumberjack-metrics')],
      'img-src': [self, 'data:', ...razorpay('cdn')],
      'form-action': [self, ...razorpay('api')],
    },
  },
  staff: {
    paths: ['/desk', '/desk/orders/order_AAAAAAAAAAAAAA'],
    policy: { 'script-src': [self], 'connect-src': [self], 'img-src': [self, 'data:'], 'form-action': [self] },
  },
};
const api = ['/api/user/me', '/api/nothing'];
const pages = Object.values(kinds).flatMap(({ paths }) => paths);

test('no path may be framed, sniffed, or read by another origin', async () => {
  for (const path of [...pages, ...api, '/docs/quickstart.md']) {
    const headers = await headersOf(path);
    expect([path, headers]).toMatchObject([
      path,
      {
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': kinds.staff?.paths.includes(path) ? 'same-origin' : 'same-origin-allow-popups',
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      },
    ]);
    const names = Object.keys(headers).filter((name) => /^(access-control|x-powered-by|server$|set-cookie)/.test(name));
    expect([path, names]).toEqual([path, []]);
  }
});

test('behind https every path demands https for two years, over http none does', async () => {
  for (const path of [...pages, ...api, '/static/js/a.js'])
    expect(realHeaders(path)['strict-transport-security']).toBe('max-age=63072000');
  expect(await headersOf('/')).not.toHaveProperty('strict-transport-security');
});

test('any page may read the contract and the prices', async () => {
  const open = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };
  for (const path of ['/openapi.json', '/openapi.yaml', '/pricing.json', '/pricing.schema.json'])
    expect([path, await headersOf(path)]).toMatchObject([path, open]);
});

test('no path may use the device, application pages may use what checkout needs, and staff their passkeys', () => {
  const checkout = '(self "https://api.razorpay.com" "https://checkout.razorpay.com")';
  for (const path of [...pages, ...api]) {
    const policy = realHeaders(path)['permissions-policy']?.split(', ');
    const payment = kinds.application?.paths.includes(path) ? checkout : '()';
    const passkeys = kinds.staff?.paths.includes(path) ? '(self)' : payment;
    const own = [`payment=${payment}`, `publickey-credentials-get=${passkeys}`];
    expect([path, policy]).toEqual([path, expect.arrayContaining(['camera=()', 'microphone=()', 'usb=()', ...own])]);
  }
});

test('replies of the API are not cached and are never documents', async () => {
  const policy = "default-src 'none'; frame-ancestors 'none'";
  for (const path of api)
    expect(await headersOf(path)).toMatchObject({ 'cache-control': 'no-store', 'content-security-policy': policy });
});

test('each kind of page loads scripts from its listed hosts only, and runs neither inline scripts nor eval', () => {
  const none = ["'none'"];
  const common = { 'default-src': none, 'base-uri': none, 'object-src': none };
  for (const [kind, { paths, policy }] of Object.entries(kinds))
    for (const path of paths) {
      const actual = policyIn(realHeaders(path));
      expect([path, actual]).toMatchObject([path, { ...common, ...policy }]);
      if (kind !== 'content') expect(JSON.stringify(actual)).not.toContain('stranger.example');
      if (kind !== 'application') expect(JSON.stringify(actual)).not.toContain('razorpay.com');
    }
});

test('with the sandbox, checkout is allowed from the sandbox only', async () => {
  const origin = sharedProduct.sandbox.url;
  const policy = policyIn(await headersOf('/payment'));
  expect(policy).toMatchObject({ 'script-src': [self, origin], 'frame-src': [origin] });
  expect(JSON.stringify(policy)).not.toContain('razorpay.com');
});
