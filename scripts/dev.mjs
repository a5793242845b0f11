// Runs server, sandbox and site at one address. Rebuilds each when its sources change, and prints type errors.
import { once } from 'node:events';
import { build, root, run, start, startServer } from './lib/run.mjs';
import { checkPorts, dataDir, freePort, port, sandboxPort, site, webhookUrl } from './lib/settings.mjs';
import { ensureInstalled } from './lib/setup.mjs';

await checkPorts(['PORT', 'SANDBOX_PORT', 'SANDBOX_SMTP_PORT']);
await ensureInstalled();
await build();
await run(process.execPath, ['apps/bff/dist/migrate.js'], { quiet: false });

/** Bundles an app into a folder that no other command writes, and starts it again after each change. */
async function watchApp(app, env) {
  const cwd = `${root}apps/${app}`;
  const { watch } = await import('rolldown');
  const { default: config } = await import(`${cwd}/rolldown.config.mjs`);
  const watcher = watch({ ...config, cwd, output: { ...config.output, dir: 'dev' } });
  let server;
  let restarted = Promise.resolve();
  const restart = async () => {
    server?.kill('SIGTERM');
    if (server && server.exitCode === null && !server.signalCode) await once(server, 'exit');
    server = startServer(`apps/${app}/dev/main.js`, env);
  };
  watcher.on('event', (event) => {
    event.result?.close();
    if (event.code === 'ERROR') console.error(event.error.message);
    if (event.code === 'END') restarted = restarted.then(restart);
  });
}

// Vite listens at the site's address, and passes on the paths of the API.
const apiPort = String(await freePort());
process.env.PUBLIC_URL ||= site.publicUrl;
const product = { SANDBOX_WEBHOOK_URL: webhookUrl, SANDBOX_API_URL: `http://localhost:${apiPort}/api` };
await watchApp('sandbox', { SANDBOX_PORT: sandboxPort, DATA_DIR: dataDir, ...product });
await watchApp('bff', { PORT: apiPort });
const { createServer } = await import('vite');
process.env.PORT = apiPort;
const vite = await createServer({
  configFile: `${root}apps/web/vite.config.mjs`,
  logLevel: 'warn',
  server: { port: Number(port), strictPort: true },
});
await vite.listen();
const compiler = `${root}node_modules/typescript-7/bin/tsc`;
for (const app of ['bff', 'web'])
  start(process.execPath, [compiler, '-p', `apps/${app}`, '--noEmit', '--watch', '--preserveWatchOutput']);
console.log(`
  NovaCore           ${site.publicUrl}   (rebuilt as you edit; type errors are printed here)
  Sandbox            http://localhost:${sandboxPort}
`);
