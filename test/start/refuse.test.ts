import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../support/paths';
import { cleanUp, settings, startScript } from './script';

/** A copy of the project without packages and pages. */
let copy: string;
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'novacore-copy-'));
  const parts = ['scripts', 'prisma', 'packages/shared', 'package.json', 'package-lock.json', 'apps/bff/dist'];
  for (const part of [...parts, 'apps/bff/package.json'])
    cpSync(join(projectRoot, part), join(copy, part), { recursive: true });
});
afterEach(() => rmSync(copy, { recursive: true, force: true }));
afterEach(cleanUp);

/** npm puts packages into the folder of an app if another version of them is in the root. */
function withPackages() {
  for (const folder of ['node_modules', 'apps/bff/node_modules'])
    if (existsSync(join(projectRoot, folder))) symlinkSync(join(projectRoot, folder), join(copy, folder));
}

async function run(script: string, env: NodeJS.ProcessEnv) {
  // Without npm: what would install fails at once.
  const started = startScript(process.execPath, [`scripts/${script}.mjs`], { ...env, PATH: '' }, copy);
  return { code: await started.ended, output: started.output() };
}

test('a port that is busy or no number is named before anything is installed, built or migrated', async () => {
  for (const [script, key, host] of [
    ['start', 'PORT', 'localhost'],
    ['sandbox', 'SANDBOX_PORT', '127.0.0.1'],
  ] as const) {
    const env = await settings();
    const other = createServer().listen(Number(env[key]), host);
    await once(other, 'listening');
    const busy = await run(script, env);
    other.close();
    const busyOutput = `Port ${env[key]} is already in use. Choose another with ${key}=<port>.\n`;
    expect([script, busy]).toEqual([script, { code: 1, output: busyOutput }]);
    const wrongOutput = `${key} must be a whole number from 0 to 65535, not "abc".\n`;
    expect([script, await run(script, { ...env, [key]: 'abc' })]).toEqual([script, { code: 1, output: wrongOutput }]);
  }
});

describe('npm run serve in production', () => {
  const good = {
    NODE_ENV: 'production',
    // No database: what is refused before it is asked does not name it.
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
  beforeEach(withPackages);

  test('checks the configuration before it migrates', async () => {
    const dataDir = join(copy, 'data');
    const { code, output } = await run('serve', { ...(await settings()), DATA_DIR: dataDir, NODE_ENV: 'production' });
    expect({ code, data: existsSync(dataDir) }).toEqual({ code: 1, data: false });
    expect(output).toContain('DATABASE_URL must be set in production');
  });

  test('refuses a site that is not built, before it migrates', async () => {
    const output = 'The site is not built, or its build was stopped: run npm run build.\n';
    expect(await run('serve', { ...(await settings()), ...good })).toEqual({ code: 1, output });
  });
});
