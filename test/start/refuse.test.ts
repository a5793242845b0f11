import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../support/paths';
import { cleanUp, siteSettings, startScript } from './script';

/** A copy of the project without pages. */
let copy: string;
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'novacore-copy-'));
  const parts = ['scripts', 'prisma', 'packages/shared', 'package.json', 'package-lock.json', 'apps/bff/dist'];
  for (const part of [...parts, 'apps/bff/package.json'])
    cpSync(join(projectRoot, part), join(copy, part), { recursive: true });
  // npm puts packages into the folder of an app if another version of them is in the root.
  for (const folder of ['node_modules', 'apps/bff/node_modules'])
    if (existsSync(join(projectRoot, folder))) symlinkSync(join(projectRoot, folder), join(copy, folder));
});
afterEach(() => rmSync(copy, { recursive: true, force: true }));
afterEach(cleanUp);

/** Runs a program of the copy. Without npm, what would install fails at once. */
async function run(program: string, env: NodeJS.ProcessEnv) {
  const started = startScript(process.execPath, [program], { ...env, PATH: '' }, copy);
  return { code: await started.ended, output: started.output() };
}

test('a bad line of .env stops scripts and programs alike, without its value, before they do anything', async () => {
  writeFileSync(join(copy, '.env'), 'DATA_DIR=data\nRAZORPAY_WEBHOOK_SECRET=ab#cdefghijklmnopqr\n');
  const message = '.env, line 2: RAZORPAY_WEBHOOK_SECRET has a # outside of quotes';
  for (const program of ['scripts/start.mjs', 'apps/bff/dist/main.js', 'apps/bff/dist/migrate.js']) {
    const { code, output } = await run(program, {});
    expect([program, code, output]).toEqual([program, 1, expect.stringContaining(message)]);
    expect(output).not.toMatch(/cdef|^ +at /m);
  }
  expect([existsSync(join(copy, 'data')), existsSync(join(copy, '.data'))]).toEqual([false, false]);
});

test('in production, `serve` checks the configuration and the built site before it migrates', async () => {
  const dataDir = join(copy, 'data');
  const production = { ...(await siteSettings()), DATA_DIR: dataDir, NODE_ENV: 'production' };
  const { code, output } = await run('scripts/serve.mjs', production);
  expect({ code, data: existsSync(dataDir) }).toEqual({ code: 1, data: false });
  expect(output).toContain('DATABASE_URL must be set in production');
  const good = {
    // There is no such database, and the error is not about it.
    DATABASE_URL: 'postgresql://novacore@127.0.0.1:1/none',
    JWT_SECRET: 'a secret of the test run, with more than 32 bytes',
    RAZORPAY_KEY_ID: 'rzp_test_1DP5mmOlF5G5ag',
    RAZORPAY_KEY_SECRET: 'a-key-secret-of-the-test',
    RAZORPAY_WEBHOOK_SECRET: 'a-webhook-secret-of-the-test',
    PAYMENT_PURPOSE: 'One payment of ₹150 for the test.',
    OPERATOR_FILE: join(projectRoot, 'apps/web/operator.example.json'),
    SMTP_URL: 'smtps://mail.novacore.example',
    MAIL_FROM: 'no-reply@novacore.example',
    OPERATOR_EMAIL: 'operator@novacore.example',
  };
  const notBuilt = 'The site is not built, or its build was stopped: run npm run build.\n';
  expect(await run('scripts/serve.mjs', { ...production, ...good })).toEqual({ code: 1, output: notBuilt });
});
