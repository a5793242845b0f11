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
  // The output is no longer what the last build made, so the next build compiles it again.
  await rm(`${dist}.made-from`, { force: true });
  if (existsSync(source + name)) await compileFile(app, name);
  else await rm(dist + name.replace(/\.ts$/, '.js'), { force: true });
}

for (const app of ['bff', 'sandbox']) {
  watch(`${root}apps/${app}/src`, { recursive: true }, (_, name) => {
    if (/(?<!\.d|\.test)\.ts$/.test(name)) update(app, name).catch((error) => console.error(error.message));
  });
}

/** Starts a program, and again after each change. Resolves when it listens. */
function launch(file, env = {}) {
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  const child = start(process.execPath, ['--watch', file], { stdio, env: { ...process.env, ...env } });
  return new Promise((resolve) => child.on('message', (message) => message === 'listening' && resolve()));
}

const programs = [
  launch('apps/sandbox/dist/main.js', {
    SANDBOX_PORT: sandboxPort,
    DATA_DIR: dataDir,
    SANDBOX_WEBHOOK_URL: webhookUrl,
    SANDBOX_API_URL: apiUrl,
  }),
  launch('apps/bff/dist/main.js'),
];
// Vite is not installed yet when this file is loaded for the first time.
const { createServer } = await import('vite');
const site = await createServer({ configFile: `${root}apps/web/vite.config.mjs` });
await Promise.all([...programs, site.listen()]);
console.log(`
  NovaCore           ${site.resolvedUrls.local[0]}   (reloads as you edit)
  Sandbox            http://localhost:${sandboxPort}   (mails: /mailbox)
`);
