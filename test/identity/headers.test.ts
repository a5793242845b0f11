import { createHash } from 'node:crypto';
import supertest from 'supertest';
import { startApi, type TestApi } from './api';

const realSettings = {
  PUBLIC_URL: 'https://novacore.example',
  TRUST_PROXY: '127.0.0.1',
  RAZORPAY_KEY_ID: 'rzp_test_1DP5mmOlF5G5ag',
  RAZORPAY_KEY_SECRET: 'a-key-secret-of-the-test',
  RAZORPAY_WEBHOOK_SECRET: 'a-webhook-secret-of-the-test',
  HOME_SCRIPT_URL: 'https://cdn.stranger.example/v2/chat.js',
};

/** With the sandbox, on http; and with Razorpay and a script that the operator named, behind https. */
let sandbox: TestApi;
let real: TestApi;
beforeAll(async () => {
  [sandbox, real] = await Promise.all([startApi({ SANDBOX_PORT: '3001' }), startApi(realSettings)]);
});
afterAll(() => Promise.all([sandbox.close(), real.close()]));

const headersOf = async ({ url }: TestApi, path: string) =>
  (await supertest(url).get(path)).headers as Record<string, string>;

/** The sources of each directive, without the hashes. */
async function policyOf(api: TestApi, path: string): Promise<Record<string, string[]>> {
  const policy = (await headersOf(api, path))['content-security-policy'] ?? '';
  const directives = policy.split('; ').map((directive) => directive.split(' '));
  return Object.fromEntries(
    directives.map(([name, ...sources]) => [name, sources.filter((source) => !source.startsWith("'sha256-"))]),
  );
}

const self = "'self'";
const stranger = 'https://cdn.stranger.example';
const razorpay = (...names: string[]) => names.map((name) => `https://${name}.razorpay.com`);

interface Kind {
  paths: string[];
  /** The whole policy but for these, which `common` has. */
  policy: Record<string, string[]>;
}
const kinds: Record<string, Kind> = {
  content: {
    paths: ['/', '/pricing', '/contact', '/product/gpu-servers', '/docs', '/nothing-here'],
    policy: {
      'script-src': [self, stranger],
      'style-src': [self],
      'connect-src': [self, stranger],
      'form-action': [self, 'mailto:'],
    },
  },
  application: {
    paths: ['/login', '/signup', '/callback', '/payment', '/account', '/account/payments'],
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
  reference: {
    paths: ['/docs/api'],
    policy: { 'script-src': [self], 'connect-src': [self], 'worker-src': ['blob:'], 'form-action': ["'none'"] },
  },
};
const api = ['/api/config', '/api/user/me', '/api/nothing'];
const pages = Object.values(kinds).flatMap(({ paths }) => paths);

test('no path may be framed, sniffed, or read by another origin', async () => {
  for (const path of [...pages, ...api, '/docs/quickstart.md']) {
    const headers = await headersOf(real, path);
    expect([path, headers]).toMatchObject([
      path,
      {
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        'cross-origin-resource-policy': 'same-origin',
        'strict-transport-security': 'max-age=63072000',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      },
    ]);
    const names = Object.keys(headers).filter((name) => /^(access-control|x-powered-by|server$|set-cookie)/.test(name));
    expect([path, names]).toEqual([path, []]);
  }
  expect(await headersOf(sandbox, '/')).not.toHaveProperty('strict-transport-security');
});

test('any page may read the contract and the prices, and nothing else', async () => {
  for (const path of ['/openapi.json', '/openapi.yaml', '/pricing.json', '/pricing.schema.json']) {
    const headers = await headersOf(real, path);
    const open = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };
    expect([path, headers]).toMatchObject([path, open]);
  }
  for (const path of [...pages, ...api])
    expect(await headersOf(real, path)).not.toHaveProperty('access-control-allow-origin');
});

const features = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid'],
  ...['magnetometer', 'microphone', 'midi', 'screen-wake-lock', 'serial', 'usb', 'xr-spatial-tracking'],
];
const checkoutFeatures = ['payment', 'publickey-credentials-get'];

test('no path may use the device, and only application pages may use what checkout needs, and staff their passkeys', async () => {
  for (const path of [...pages, ...api]) {
    const policy = (await headersOf(real, path))['permissions-policy'] ?? '';
    const isApplication = kinds.application?.paths.includes(path);
    const isStaff = kinds.staff?.paths.includes(path);
    const off = isApplication ? features : [...features, ...checkoutFeatures.slice(0, isStaff ? 1 : 2)];
    if (isStaff) expect(policy).toContain('publickey-credentials-get=(self)');
    expect([path, policy.split(', ')]).toEqual([path, expect.arrayContaining(off.map((feature) => `${feature}=()`))]);
    if (isApplication) expect(policy).toContain('payment=(self "https://api.razorpay.com"');
    // A browser that does not know a name says so on its console.
    expect([path, policy.includes('otp-credentials')]).toEqual([path, isApplication === true]);
    expect(policy).not.toContain('browsing-topics');
  }
});

test('replies of the API are not cached and are never documents', async () => {
  for (const path of api)
    expect(await headersOf(real, path)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
});

test('each kind of page loads scripts from its listed hosts only, and runs neither inline scripts nor eval', async () => {
  const none = ["'none'"];
  const common = { 'default-src': none, 'base-uri': none, 'object-src': none };
  for (const [kind, { paths, policy }] of Object.entries(kinds))
    for (const path of paths) {
      const actual = await policyOf(real, path);
      expect([path, actual]).toMatchObject([path, { ...common, ...policy }]);
      if (kind !== 'content') expect(JSON.stringify(actual)).not.toContain('stranger.example');
      if (kind !== 'application') expect(JSON.stringify(actual)).not.toContain('razorpay.com');
    }
});

test('with the sandbox, checkout is allowed from the sandbox only', async () => {
  const origin = 'http://localhost:3001';
  const policy = await policyOf(sandbox, '/payment');
  expect(policy).toMatchObject({ 'script-src': [self, origin], 'frame-src': [origin] });
  expect(JSON.stringify(policy)).not.toContain('razorpay.com');
  expect(await policyOf(sandbox, '/')).toMatchObject({ 'script-src': [self], 'connect-src': [self] });
});

/** CSP hashes of the contents of these tags. */
const hashesOf = (html: string, tags: RegExp) =>
  [...html.matchAll(tags)].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);

test("every inline script and style of a page has its hash in that page's policy", async () => {
  for (const [kind, { paths }] of Object.entries(kinds))
    for (const path of kind === 'reference' ? [] : paths) {
      const { text, headers } = await supertest(sandbox.url).get(path);
      const scripts = hashesOf(text, /<script(?![^>]*(?:src|json))[^>]*>([\s\S]*?)<\/script>/g);
      // Checkout writes inline styles, which a policy with hashes could not allow.
      const styles = kind === 'application' ? [] : hashesOf(text, /<style[^>]*>([\s\S]*?)<\/style>/g);
      expect(scripts.length + styles.length).toBeGreaterThan(0);
      const policy = (headers['content-security-policy'] ?? '').split(/; | /);
      expect([path, policy]).toEqual([path, expect.arrayContaining([...scripts, ...styles])]);
      expect(text).not.toMatch(/<[^>]+\son\w+=|javascript:|<[^>]+\sstyle=/i);
    }
});

test('behind a proxy an idle connection stays open longer than load balancers keep theirs', async () => {
  const secondsOf = async ({ url }: TestApi) => {
    const { headers } = await fetch(`${url}/api/config`);
    return Number(/timeout=(\d+)/.exec(headers.get('keep-alive') ?? '')?.[1]);
  };
  expect(await secondsOf(real)).toBeGreaterThan(600);
  expect(await secondsOf(sandbox)).toBeLessThan(120);
});
