import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configWarnings } from './config-rules';
import { loadConfig } from './load-config';

const dataDir = mkdtempSync(join(tmpdir(), 'novacore-configuration-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const load = (env: Record<string, string>) => loadConfig({ DATA_DIR: dataDir, ...env });

/** The error for these settings; empty if they are accepted. */
function refusalOf(env: Record<string, string>) {
  try {
    load(env);
    return '';
  } catch (error) {
    return String(error);
  }
}

const good = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://novacore@127.0.0.1:1/none',
  JWT_SECRET: 'a secret of the test run, with more than 32 bytes',
  PUBLIC_URL: 'https://novacore.example',
  RAZORPAY_KEY_ID: 'rzp_live_1DP5mmOlF5G5ag',
  RAZORPAY_KEY_SECRET: 'a-key-secret-of-the-test',
  RAZORPAY_WEBHOOK_SECRET: 'a-webhook-secret-of-the-test',
  PAYMENT_PURPOSE: 'One payment of ₹150 for the test.',
  OPERATOR_FILE: 'apps/web/operator.example.json',
  SMTP_URL: 'smtps://mail.novacore.example',
  MAIL_FROM: 'no-reply@novacore.example',
  OPERATOR_EMAIL: 'operator@novacore.example',
};

test('a production server with nothing set names every missing key at once', () => {
  const { NODE_ENV, PUBLIC_URL: _, ...required } = good;
  const refusal = refusalOf({ NODE_ENV });
  for (const key of Object.keys(required)) expect(refusal).toContain(`${key} must`);
});

/** An evaluation with NODE_ENV=production: a test key, on localhost. */
const { PUBLIC_URL: _, ...trial } = { ...good, RAZORPAY_KEY_ID: 'rzp_test_1DP5mmOlF5G5ag' };
const stranger = 'https://api.stranger.example';
const egress = 'https://prod-api-static.razorpay.com';
const sandboxKeySecret = 'sandbox-key-secret-not-for-production';
const sandboxWebhookSecret = 'sandbox-webhook-secret-not-for-production';
const short = 'fifteen letters';

/** Changes of the good settings, and how they are refused. */
const bad: [Record<string, string>, RegExp][] = [
  [{ JWT_SECRET: `'${good.JWT_SECRET}'` }, /JWT_SECRET is in quotes: docker run --env-file/],
  [{ JWT_SECRET: 'too short' }, /JWT_SECRET must have at least 32 bytes/],
  [{ DATABASE_URL: `${good.DATABASE_URL}?schema=x` }, /DATABASE_URL has parameters without effect/],
  [{ NODE_ENV: 'prod' }, /NODE_ENV must be one of development, test, production/],
  [{ THROTTLE: 'off' }, /THROTTLE=off/],
  [{ PASSWORD_HASHING: 'light' }, /PASSWORD_HASHING=light/],
  [{ RAZORPAY_KEY_ID: 'rzp_test_NovaCoreSandbx' }, /RAZORPAY_KEY_ID must be your own/],
  [{ RAZORPAY_KEY_SECRET: sandboxKeySecret }, /RAZORPAY_KEY_SECRET must be your own/],
  [{ RAZORPAY_KEY_SECRET_PREVIOUS: sandboxKeySecret }, /RAZORPAY_KEY_SECRET_PREVIOUS must be your own/],
  [{ RAZORPAY_WEBHOOK_SECRET: '' }, /RAZORPAY_WEBHOOK_SECRET must be your own/],
  [{ RAZORPAY_WEBHOOK_SECRET: sandboxWebhookSecret }, /RAZORPAY_WEBHOOK_SECRET must be your own/],
  [{ RAZORPAY_WEBHOOK_SECRET_PREVIOUS: sandboxWebhookSecret }, /_PREVIOUS must be your own/],
  // With a live key
  [{ NODE_ENV: 'development' }, /NODE_ENV must be production with a live key/],
  [{ NODE_ENV: 'development', RAZORPAY_KEY_ID: 'RZP_LIVE_1DP5mmOlF5G5ag' }, /NODE_ENV must be production/],
  [{ RAZORPAY_API_URL: stranger }, /RAZORPAY_API_URL/],
  [{ RAZORPAY_API_URL: egress.replace('com', 'example') }, /RAZORPAY_API_URL/],
  [{ RAZORPAY_CHECKOUT_URL: stranger }, /RAZORPAY_CHECKOUT_URL/],
  [{ RAZORPAY_KEY_SECRET: short }, /KEY_SECRET must have at least 16/],
  [{ RAZORPAY_WEBHOOK_SECRET: short }, /_SECRET must have at least 16/],
  [{ PUBLIC_URL: 'http://novacore.example' }, /PUBLIC_URL must be https with a live key/],
  // Addresses, files and email
  [{ PUBLIC_URL: 'javascript:alert(1)' }, /PUBLIC_URL must be an http or https address/],
  [{ PUBLIC_URL: 'https://a.example/b' }, /PUBLIC_URL must be an origin/],
  [{ PUBLIC_URL: 'https://b@a.example' }, /PUBLIC_URL must be an origin/],
  [{ IDP_ISSUER: 'http://localhost:3001/idp/' }, /JWKS_URL must be https/],
  [{ IDP_ISSUER: 'https://id.example/', IDP_AUDIENCE: 'novacore-web' }, /IDP_AUDIENCE must differ/],
  [{ HOME_SCRIPT_URL: 'http://cdn.stranger.example/chat.js' }, /HOME_SCRIPT_URL must use https/],
  [{ OPERATOR_FILE: 'none.json' }, /OPERATOR_FILE must name a file that can be read/],
  [{ SMTP_URL: 'http://mail.novacore.example' }, /SMTP_URL must be an smtp/],
  [{ MAIL_FROM: 'a <a@b.example>\nBcc: c@d.example' }, /MAIL_FROM must be/],
  [{ MAIL_FROM: 'NovaCore: Billing <a@b.example>' }, /MAIL_FROM must be (one|an) address/],
  [{ MAIL_FROM: 'Nova <a@b.example>, c@d.example' }, /MAIL_FROM must be (one|an) address/],
  [{ OPERATOR_EMAIL: 'a@x.example, b@x.example' }, /OPERATOR_EMAIL must be one address/],
  [{ TRUST_PROXY: 'true' }, /TRUST_PROXY must list IP addresses/],
  [{ TRUST_PROXY: '0.0.0.0/0' }, /TRUST_PROXY must list IP addresses/],
  [{ TRUST_PROXY: '10.0.0.1, a.example' }, /TRUST_PROXY must list IP addresses/],
];

test('a bad setting stops the start with a reason that contains no secret', () => {
  for (const [change, reason] of bad) {
    const refusal = refusalOf({ ...good, ...change });
    expect([change, refusal]).toEqual([change, expect.stringMatching(reason)]);
    for (const secret of [good.JWT_SECRET, good.RAZORPAY_KEY_SECRET, good.RAZORPAY_WEBHOOK_SECRET])
      expect(refusal).not.toContain(secret);
  }
});

test('only a missing setting is called missing, a wrong one is called wrong', () => {
  const wrong = { DATABASE_URL: 'mysql://a', SMTP_URL: 'mail', MAIL_FROM: 'a,c@b.in', OPERATOR_EMAIL: 'a' };
  const [, ...lines] = refusalOf({ ...good, ...wrong, JWT_SECRET: '' }).split('\n');
  expect(lines.map((line) => line.trim().split(' ')[0])).toEqual([...Object.keys(wrong), 'JWT_SECRET']);
});

test('good settings are accepted', () => {
  const accepted: Record<string, string>[] = [
    good,
    { ...good, RAZORPAY_API_URL: egress },
    { ...trial, RAZORPAY_API_URL: 'http://localhost:9999' },
    { NODE_ENV: 'test' },
    { TRUST_PROXY: '127.0.0.1, ::1,10.0.0.0/8, fd00::/8' },
    { PUBLIC_URL: 'https://novacore.example:8443/' },
    { ...good, MAIL_FROM: '"NovaCore: Billing, India" <no-reply@b.example>' },
    { ...good, MAIL_FROM: 'NovaCore <nova@localhost>', OPERATOR_EMAIL: 'operator@localhost' },
    { HOME_SCRIPT_URL: 'http://localhost:5000/chat.js' },
  ];
  for (const env of accepted) expect([env, refusalOf(env)]).toEqual([env, '']);
});

test('settings that are unusual in production are warned of, usual ones are not', () => {
  const unusual = { RAZORPAY_API_URL: 'http://127.0.0.1:9999', PUBLIC_URL: 'http://novacore.example' };
  expect(configWarnings(load({ ...trial, ...unusual, RAZORPAY_WEBHOOK_SECRET: 'short' }))).toMatchObject([
    { event: 'provider_is_not_razorpay', host: '127.0.0.1:9999' },
    { event: 'public_url_is_not_https', host: 'novacore.example' },
    { event: 'webhook_secret_is_short' },
  ]);
  expect(configWarnings(load(good))).toEqual([]);
});

test('without JWT_SECRET a secret is made once, and other users of the machine cannot read it', () => {
  const { jwtSecret } = load({});
  const file = join(dataDir, 'jwt-secret');
  expect([load({}).jwtSecret, readFileSync(file, 'utf8')]).toEqual([jwtSecret, jwtSecret]);
  expect(jwtSecret.length).toBeGreaterThanOrEqual(64);
  expect(statSync(file).mode & 0o077).toBe(0);
});
