// Server, sandbox and site, each rebuilt as its sources change.
import { watch } from 'node:fs';
import { build } from './lib/build.mjs';
import { dataDir, port, sandboxPort } from './lib/env.mjs';
import { checkPorts } from './lib/ports.mjs';
import { root, run, start } from './lib/run.mjs';
import { ensureInstalled } from './lib/setup.mjs';

await checkPorts(['PORT', 'SANDBOX_PORT']);
await ensureInstalled();
await build();
await run(process.execPath, ['apps/bff/dist/migrate.js'], { quiet: false });

const { compileFile } = await import('./lib/compile.mjs');
for (const app of ['bff', 'sandbox']) {
  watch(`${root}apps/${app}/src`, { recursive: true }, (_, name) => {
    if (name?.endsWith('.ts')) compileFile(app, name).catch((error) => console.error(error.message));
  });
}

const launch = (args, env = {}) => start(process.execPath, args, { env: { ...process.env, ...env } });
const webhook = `http://localhost:${port}/api/webhooks/razorpay`;

launch(['--watch', 'apps/sandbox/dist/main.js'], {
  SANDBOX_PORT: sandboxPort,
  DATA_DIR: dataDir,
  SANDBOX_WEBHOOK_URL: webhook,
});
launch(['--watch', 'apps/bff/dist/main.js']);
start('npm', ['run', 'dev', '-w', '@novacore/web']);
