import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../support/paths';

const dataDir = mkdtempSync(join(tmpdir(), 'novacore-configuration-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** What the configuration says of these settings; nothing else of the server is loaded for it. */
function refusalOf(
  env: Record<string, string>,
  program = ['-e', "require('./apps/bff/dist/config/load-config.js').loadConfig()"],
) {
  const options = { cwd: projectRoot, env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env }, timeout: 20_000 };
  const { status, stderr } = spawnSync(process.execPath, program, { ...options, encoding: 'utf8' });
  expect(status).toBe(1);
  return stderr;
}

const good = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
  JWT_SECRET: 'a secret of the test run, with more than 32 bytes',
  RAZORPAY_KEY_ID: 'rzp_live_1DP5mmOlF5G5ag',
  RAZORPAY_KEY_SECRET: 'a-key-secret-of-the-test',
  RAZORPAY_WEBHOOK_SECRET: 'a-webhook-secret-of-the-test',
};

test('a server in production with nothing set does not start, and names every missing key at once', () => {
  const refusal = refusalOf({ NODE_ENV: 'production' }, ['apps/bff/dist/main.js']);
  for (const key of ['DATABASE_URL', 'JWT_SECRET', 'RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'])
    expect(refusal).toContain(`${key} must`);
});

const { RAZORPAY_WEBHOOK_SECRET: _, ...withoutWebhookSecret } = good;
const bad: [string, Record<string, string>, RegExp][] = [
  ['a short JWT_SECRET', { ...good, JWT_SECRET: 'too short' }, /JWT_SECRET must have at least 32 bytes/],
  ['THROTTLE=off', { ...good, THROTTLE: 'off' }, /THROTTLE=off/],
  ['no webhook secret', withoutWebhookSecret, /RAZORPAY_WEBHOOK_SECRET must be your own/],
  [
    "the sandbox's webhook secret",
    { ...good, RAZORPAY_WEBHOOK_SECRET: 'sandbox-webhook-secret-not-for-production' },
    /RAZORPAY_WEBHOOK_SECRET must be your own/,
  ],
  ["the sandbox's key", { ...good, RAZORPAY_KEY_ID: 'rzp_test_NovaCoreSandbx' }, /RAZORPAY_KEY_ID must be your own/],
  [
    'another API address with a live key',
    { ...good, RAZORPAY_API_URL: 'https://api.stranger.example' },
    /RAZORPAY_API_URL/,
  ],
  [
    'another checkout with a live key',
    { ...good, RAZORPAY_CHECKOUT_URL: 'https://x.example/c.js' },
    /RAZORPAY_CHECKOUT_URL/,
  ],
  [
    "the sandbox's identity provider",
    { ...good, IDP_ISSUER: 'http://localhost:3001/idp/' },
    /IDP_JWKS_URL must be https/,
  ],
  ['one name for client and audience', { IDP_AUDIENCE: 'novacore-web' }, /IDP_AUDIENCE must differ/],
  ['an address that is none', { PUBLIC_URL: 'javascript:alert(1)' }, /PUBLIC_URL must be an http or https address/],
];

test.each(bad)('nothing starts with %s; it says why, without a secret', (_, env, reason) => {
  const refusal = refusalOf(env);
  expect(refusal).toMatch(reason);
  for (const secret of [good.JWT_SECRET, good.RAZORPAY_KEY_SECRET, good.RAZORPAY_WEBHOOK_SECRET])
    expect(refusal).not.toContain(secret);
});
