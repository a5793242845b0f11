import { createHash } from 'node:crypto';
import supertest from 'supertest';
import { startApi, type TestApi } from './api';

const https = { PUBLIC_URL: 'https://novacore.example' };
const realRazorpay = {
  RAZORPAY_KEY_ID: 'rzp_test_1DP5mmOlF5G5ag',
  RAZORPAY_KEY_SECRET: 'a-key-secret-of-the-test',
  RAZORPAY_WEBHOOK_SECRET: 'a-webhook-secret-of-the-test',
};
const homeScript = { HOME_SCRIPT_URL: 'https://cdn.stranger.example/v2/chat.js' };

let sandbox: TestApi;
let real: TestApi;
beforeAll(async () => {
  [sandbox, real] = await Promise.all([startApi(), startApi({ ...https, ...realRazorpay, ...homeScript })]);
});
afterAll(() => Promise.all([sandbox.close(), real.close()]));

async function headersOf(api: TestApi, path: string) {
  return (await supertest(api.url).get(path)).headers as Record<string, string>;
}

async function policyOf(api: TestApi, path: string): Promise<Record<string, string[]>> {
  const policy = (await headersOf(api, path))['content-security-policy'] ?? '';
  return Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.filter((source) => !source.startsWith("'sha256-"))];
    }),
  );
}

const contentPages = ['/', '/pricing', '/contact', '/product/gpu-servers', '/docs', '/nothing-here'];
const accountPages = ['/login', '/signup', '/callback', '/payment', '/account', '/account/payments'];
const api = ['/api/config', '/api/user/me', '/api/nothing'];
const everywhere = [...contentPages, ...accountPages, ...api, '/docs/api', '/openapi.yaml'];

test('no path may be framed, sniffed, or read by another origin', async () => {
  for (const path of everywhere) {
    const headers = await headersOf(real, path);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=63072000',
      'permissions-policy': expect.stringContaining('camera=()'),
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    });
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('server');
    expect(headers).not.toHaveProperty('set-cookie');
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});

test('no path runs inline scripts or eval', async () => {
  for (const path of everywhere) {
    const { 'script-src': scripts = [], 'default-src': fallback } = await policyOf(real, path);
    for (const source of [
      "'unsafe-inline'",
      "'unsafe-eval'",
      "'unsafe-hashes'",
      '*',
      'https:',
      'http:',
      'data:',
      'blob:',
    ])
      expect(scripts).not.toContain(source);
    expect(fallback).toEqual(["'none'"]);
  }
});

/** Browser features that no page here uses. */
const features = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];
const checkoutFeatures = ['payment', 'otp-credentials', 'publickey-credentials-get'];

test('no path may use the device, and only application pages may use what checkout needs', async () => {
  for (const path of everywhere) {
    const policy = ((await headersOf(real, path))['permissions-policy'] ?? '').split(', ');
    const off = accountPages.includes(path) ? features : [...features, ...checkoutFeatures];
    expect(policy).toEqual(expect.arrayContaining(off.map((feature) => `${feature}=()`)));
  }
});

test('replies of the API are not cached and are never documents', async () => {
  for (const path of api) {
    expect(await headersOf(real, path)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
  }
});

test('content pages load from their own origin, and the one script that the operator named', async () => {
  for (const path of contentPages) {
    const stranger = 'https://cdn.stranger.example';
    expect(await policyOf(real, path)).toMatchObject({
      'script-src': ["'self'", stranger],
      'style-src': ["'self'"],
      'connect-src': ["'self'", stranger],
      'form-action': ["'self'", 'mailto:'],
      'base-uri': ["'none'"],
      'object-src': ["'none'"],
    });
    expect(await policyOf(sandbox, path)).toMatchObject({ 'script-src': ["'self'"], 'connect-src': ["'self'"] });
  }
});

test("application pages allow checkout's hosts as Razorpay documents them, and no others", async () => {
  for (const path of accountPages) {
    const policy = await policyOf(real, path);
    expect(policy).toMatchObject({
      'script-src': ["'self'", 'https://checkout.razorpay.com', 'https://cdn.razorpay.com'],
      'frame-src': ['https://api.razorpay.com', 'https://checkout.razorpay.com'],
      'connect-src': [
        "'self'",
        'https://api.razorpay.com',
        'https://lumberjack.razorpay.com',
        'https://lumberjack-metrics.razorpay.com',
      ],
      'img-src': ["'self'", 'data:', 'https://cdn.razorpay.com'],
      'form-action': ["'self'", 'https://api.razorpay.com'],
      'base-uri': ["'none'"],
      'object-src': ["'none'"],
    });
    expect(JSON.stringify(policy)).not.toContain('stranger.example');
    expect((await headersOf(real, path))['permissions-policy']).toContain('payment=(self "https://api.razorpay.com"');
  }
});

test('the API reference loads from its own origin only, and sends nothing', async () => {
  const policy = await policyOf(real, '/docs/api');
  expect(policy).toMatchObject({
    'script-src': ["'self'"],
    'connect-src': ["'self'"],
    'worker-src': ['blob:'],
    'form-action': ["'none'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
  });
  expect(JSON.stringify(policy)).not.toContain('https:');
});

test('with the sandbox, checkout is allowed from the sandbox only', async () => {
  const origin = 'http://localhost:3001';
  const policy = await policyOf(sandbox, '/payment');
  expect(policy).toMatchObject({ 'script-src': ["'self'", origin], 'frame-src': [origin] });
  expect(JSON.stringify(policy)).not.toContain('razorpay.com');
});

test('HSTS is sent only behind https', async () => {
  expect(await headersOf(sandbox, '/')).not.toHaveProperty('strict-transport-security');
});

/** CSP hashes of the contents of these tags. */
const hashesOf = (html: string, tags: RegExp) =>
  [...html.matchAll(tags)].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);

test("every inline script and style of a page has its hash in that page's policy", async () => {
  for (const path of [...contentPages, ...accountPages]) {
    const { text, headers } = await supertest(sandbox.url).get(path);
    const scripts = hashesOf(text, /<script(?![^>]*(?:src|json))[^>]*>([\s\S]*?)<\/script>/g);
    // Checkout writes inline styles, which a policy with hashes could not allow.
    const styles = accountPages.includes(path) ? [] : hashesOf(text, /<style[^>]*>([\s\S]*?)<\/style>/g);
    expect(scripts.length + styles.length).toBeGreaterThan(0);
    const policy = (headers['content-security-policy'] ?? '').split(/; | /);
    expect(policy).toEqual(expect.arrayContaining([...scripts, ...styles]));
    expect(text).not.toMatch(/<[^>]+\son\w+=|javascript:|<[^>]+\sstyle=/i);
  }
});
