// Runs server, sandbox and site, and rebuilds each when its sources change.
import { existsSync, watch } from 'node:fs';
import { rm } from 'node:fs/promises';
import { build, compileFile } from './lib/build.mjs';
import { root, run, start } from './lib/run.mjs';
import { apiUrl, checkPorts, dataDir, sandboxPort, webhookUrl } from './lib/settings.mjs';
import { ensureInstalled } from './lib/setup.mjs';

await checkPorts(['PORT', 'SANDBOX_PORT', 'SANDBOX_SMTP_PORT']);
await ensureInstalled();
await build();
await run(process.execPath, ['apps/bff/dist/migrate.js'], { quiet: false });

/** Compiles a source file that was written, and removes the output of one that was deleted. */
async function update(app, name) {
  const [source, dist] = ['src', 'dist'].map((folder) => `${root}apps/${app}/${folder}/`);
  // The output no longer is what the last build made: an edit that is taken back is built anew.
  await rm(`${dist}.made-from`, { force: true });
  if (existsSync(source + name)) await compileFile(app, name);
  else await rm(dist + name.replace(/\.ts$/, '.js'), { force: true });
}

for (const app of ['bff', 'sandbox']) {
  watch(`${root}apps/${app}/src`, { recursive: true }, (_, name) => {
    if (/(?<!\.d|\.test)\.ts$/.test(name)) update(app, name).catch((error) => console.error(error.message));
  });
}

const launch = (args, env = {}) => start(process.execPath, args, { env: { ...process.env, ...env } });

launch(['--watch', 'apps/sandbox/dist/main.js'], {
  SANDBOX_PORT: sandboxPort,
  DATA_DIR: dataDir,
  SANDBOX_WEBHOOK_URL: webhookUrl,
  SANDBOX_API_URL: apiUrl,
});
launch(['--watch', 'apps/bff/dist/main.js']);
start('npm', ['run', 'dev', '-w', '@novacore/web']);
