import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../apps/bff/src/config/load-config';
import { projectRoot } from '../support/paths';

const dataDir = mkdtempSync(join(tmpdir(), 'novacore-configuration-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** What a server prints that is started with these settings and ends by itself. */
function run(env: Record<string, string>) {
  const options = { cwd: projectRoot, env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env }, timeout: 120_000 };
  return spawnSync(process.execPath, ['apps/bff/dist/main.js'], { ...options, encoding: 'utf8' });
}

/** The error for these settings; empty if they are accepted. */
function refusalOf(env: Record<string, string>) {
  try {
    loadConfig({ DATA_DIR: dataDir, ...env });
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

test('a production server with nothing set does not start and names every missing key at once', () => {
  const { status, stderr } = run({ NODE_ENV: 'production' });
  expect(status).toBe(1);
  const razorpay = ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'];
  const mail = ['SMTP_URL', 'MAIL_FROM', 'OPERATOR_EMAIL'];
  for (const key of ['DATABASE_URL', 'JWT_SECRET', ...razorpay, 'PAYMENT_PURPOSE', 'OPERATOR_FILE', ...mail])
    expect(stderr).toContain(`${key} must`);
});

const { RAZORPAY_WEBHOOK_SECRET: _, ...withoutWebhookSecret } = good;
/** An evaluation with NODE_ENV=production: a test key, on localhost. */
const { PUBLIC_URL: __, ...trial } = { ...good, RAZORPAY_KEY_ID: 'rzp_test_1DP5mmOlF5G5ag' };
const stranger = 'https://api.stranger.example';
const sandboxSecret = 'sandbox-webhook-secret-not-for-production';
const egress = 'https://prod-api-static.razorpay.com';
const short = 'fifteen letters';

const bad: [string, Record<string, string>, RegExp][] = [
  [
    'a secret in quotes',
    { ...good, JWT_SECRET: `'${good.JWT_SECRET}'` },
    /JWT_SECRET is in quotes: docker run --env-file/,
  ],
  [
    'a schema',
    { ...good, DATABASE_URL: `${good.DATABASE_URL}?schema=x` },
    /DATABASE_URL has parameters without effect/,
  ],
  ['a short JWT_SECRET', { ...good, JWT_SECRET: 'too short' }, /JWT_SECRET must have at least 32 bytes/],
  ['THROTTLE=off', { ...good, THROTTLE: 'off' }, /THROTTLE=off/],
  ['PASSWORD_HASHING=light', { ...good, PASSWORD_HASHING: 'light' }, /PASSWORD_HASHING=light/],
  ['no webhook secret', withoutWebhookSecret, /RAZORPAY_WEBHOOK_SECRET must be your own/],
  ["the sandbox's webhook secret", { ...good, RAZORPAY_WEBHOOK_SECRET: sandboxSecret }, /_SECRET must be your own/],
  [
    "the sandbox's previous webhook secret",
    { ...good, RAZORPAY_WEBHOOK_SECRET_PREVIOUS: sandboxSecret },
    /_PREVIOUS must/,
  ],
  ["the sandbox's key", { ...good, RAZORPAY_KEY_ID: 'rzp_test_NovaCoreSandbx' }, /RAZORPAY_KEY_ID must be your own/],
  ['live key, another API address', { ...good, RAZORPAY_API_URL: stranger }, /RAZORPAY_API_URL/],
  [
    'live key, a host like Razorpay’s',
    { ...good, RAZORPAY_API_URL: egress.replace('com', 'example') },
    /RAZORPAY_API_URL/,
  ],
  ['live key, another checkout', { ...good, RAZORPAY_CHECKOUT_URL: stranger }, /RAZORPAY_CHECKOUT_URL/],
  ['live key, not in production', { ...good, NODE_ENV: 'development' }, /NODE_ENV must be production with a live key/],
  ['live key in capitals', { RAZORPAY_KEY_ID: 'RZP_LIVE_1DP5mmOlF5G5ag' }, /NODE_ENV must be production/],
  ['live key, short key secret', { ...good, RAZORPAY_KEY_SECRET: short }, /KEY_SECRET must have at least 16/],
  ['live key, short webhook secret', { ...good, RAZORPAY_WEBHOOK_SECRET: short }, /_SECRET must have at least 16/],
  ['live key, http', { ...good, PUBLIC_URL: 'http://novacore.example' }, /PUBLIC_URL must be https with a live key/],
  ["the sandbox's identity provider", { ...good, IDP_ISSUER: 'http://localhost:3001/idp/' }, /JWKS_URL must be https/],
  ['one name for client and audience', { IDP_AUDIENCE: 'novacore-web' }, /IDP_AUDIENCE must differ/],
  ['an operator file that does not exist', { ...good, OPERATOR_FILE: 'none.json' }, /OPERATOR_FILE must name a file/],
  ['a folder as the operator file', { OPERATOR_FILE: 'apps' }, /OPERATOR_FILE must name a file that can be read/],
  ['a mistyped NODE_ENV', { NODE_ENV: 'prod' }, /NODE_ENV must be one of development, test, production/],
  ['a script over http', { HOME_SCRIPT_URL: 'http://cdn.stranger.example/chat.js' }, /HOME_SCRIPT_URL must use https/],
  ['two operators', { OPERATOR_EMAIL: 'a@x.example, b@x.example' }, /OPERATOR_EMAIL must be one address/],
  ['a sender with a line break', { ...good, MAIL_FROM: 'a <a@b.example>\nBcc: c@d.example' }, /MAIL_FROM must be/],
  ['a mail server over http', { ...good, SMTP_URL: 'http://mail.novacore.example' }, /SMTP_URL must be an smtp/],
  ['an address that is none', { PUBLIC_URL: 'javascript:alert(1)' }, /PUBLIC_URL must be an http or https address/],
];
const keySecret = 'sandbox-key-secret-not-for-production';
for (const key of ['RAZORPAY_KEY_SECRET', 'RAZORPAY_KEY_SECRET_PREVIOUS'])
  bad.push([`the sandbox's ${key}`, { ...good, [key]: keySecret }, new RegExp(`${key} must be your own`)]);
const senders = ['NovaCore: Billing <a@b.example>', 'NovaCore: <a@b.example>', 'x:a@b.example', 'a,c@b.example'];
const unsendable = ['a..b@c.example', 'ä@b.example', `${'a'.repeat(65)}@b.example`, 'Nova\u202eavoN <a@b.example>'];
for (const sender of [...senders, ...unsendable, '"Nova <a@b.example>', 'Nova <a@b.example>, c@d.example'])
  bad.push([`the sender ${sender}`, { ...good, MAIL_FROM: sender }, /MAIL_FROM must be (one|an) address/]);
for (const email of ['localhost', `${'a'.repeat(65)}@b.example`, 'a..b@c.example', 'a@b.example,'])
  bad.push([`the operator ${email}`, { OPERATOR_EMAIL: email }, /OPERATOR_EMAIL must be one address/]);
for (const url of ['https://a.example/b', 'https://a.example/?b', 'https://b@a.example', 'https:a.example'])
  bad.push([`the origin ${url}`, { PUBLIC_URL: url }, /PUBLIC_URL must be an origin/]);
for (const proxies of ['1', 'true', 'loopback', '0.0.0.0/0', '::/0', '10.0.0.0/33', '10.0.0.1, a.example'])
  bad.push([`the proxies ${proxies}`, { TRUST_PROXY: proxies }, /TRUST_PROXY must name IP addresses/]);

test('a bad setting stops the start with a reason that contains no secret', () => {
  for (const [name, env, reason] of bad) {
    const refusal = refusalOf(env);
    expect([name, refusal]).toEqual([name, expect.stringMatching(reason)]);
    for (const secret of [good.JWT_SECRET, good.RAZORPAY_KEY_SECRET, good.RAZORPAY_WEBHOOK_SECRET])
      expect(refusal).not.toContain(secret);
  }
});

test('only a missing setting is said to be missing, a wrong one is said to be wrong', () => {
  const wrong = { DATABASE_URL: 'mysql://a', SMTP_URL: 'mail', MAIL_FROM: 'a,c@b.in', OPERATOR_EMAIL: 'a' };
  const { JWT_SECRET: _, ...withoutSecret } = { ...good, ...wrong };
  const keys = refusalOf(withoutSecret)
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(' ')[0]);
  expect(keys).toEqual([...Object.keys(wrong), 'JWT_SECRET']);
});

const accepted: [string, Record<string, string>][] = [
  ['a live key, with all that it asks for', good],
  ['a live key, and the documented egress host', { ...good, RAZORPAY_API_URL: egress }],
  ['a test key on localhost, and another provider', { ...trial, RAZORPAY_API_URL: 'http://localhost:9999' }],
  ['NODE_ENV=test', { NODE_ENV: 'test' }],
  ['proxies by address and by network', { TRUST_PROXY: '127.0.0.1, ::1,10.0.0.0/8, fd00::/8' }],
  ['an origin with a slash', { PUBLIC_URL: 'https://novacore.example:8443/' }],
  ['a sender of a host without a dot', { ...good, MAIL_FROM: 'NovaCore <nova@localhost>' }],
  ['an operator at a host without a dot', { ...good, OPERATOR_EMAIL: 'operator@localhost' }],
  ['a sender with a quoted name', { ...good, MAIL_FROM: '"NovaCore: Billing, India" <no-reply@b.example>' }],
  ['a script of this machine', { HOME_SCRIPT_URL: 'http://localhost:5000/chat.js' }],
];

test('good settings are accepted', () => {
  for (const [name, env] of accepted) expect([name, refusalOf(env)]).toEqual([name, '']);
});

/** Warnings at start. The server then ends by itself: the site was built for another address. */
const warnings = (env: Record<string, string>) =>
  run(env)
    .stdout.split('\n')
    .filter((line) => line.includes('"level":"warn"'))
    .map((line) => JSON.parse(line) as { event: string; host?: string })
    // Of the runtime, not of the settings.
    .filter(({ event }) => event !== 'node_is_out_of_support');

test('settings that are unusual in production are warned of at start, one line each', () => {
  const stand = { RAZORPAY_API_URL: 'http://127.0.0.1:9999', PUBLIC_URL: 'http://novacore.example' };
  expect(warnings({ ...trial, ...stand, RAZORPAY_WEBHOOK_SECRET: 'short' })).toMatchObject([
    { event: 'provider_is_not_razorpay', host: '127.0.0.1:9999' },
    { event: 'public_url_is_not_https', host: 'novacore.example' },
    { event: 'webhook_secret_is_short' },
  ]);
  const checkout = { RAZORPAY_CHECKOUT_URL: 'https://x.example/c.js', PUBLIC_URL: 'http://localhost:1' };
  expect(warnings({ ...trial, ...checkout })).toMatchObject([{ event: 'provider_is_not_razorpay', host: 'x.example' }]);
});

test('a usual production configuration gives no warning', () => expect(warnings(good)).toEqual([]));
