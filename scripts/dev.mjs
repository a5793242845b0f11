// Runs server, sandbox and site at one address. Rebuilds each when its sources change, and prints type errors.
import { once } from 'node:events';
import { build, root, run, startServer } from './lib/run.mjs';
import { checkPorts, dataDir, freePort, port, sandboxPort, site, webhookUrl } from './lib/settings.mjs';
import { ensureInstalled } from './lib/setup.mjs';

await checkPorts(['PORT', 'SANDBOX_PORT', 'SANDBOX_SMTP_PORT']);
await ensureInstalled();
await build();
await run(process.execPath, ['apps/bff/dist/migrate.js'], { quiet: false });

let checking = Promise.resolve();
/** Prints an app's type errors, which stop neither its bundle nor its server. */
function checkTypes(app) {
  const compiler = [`${root}node_modules/typescript-7/bin/tsc`, '-p', `apps/${app}`];
  checking = checking.then(() => run(process.execPath, compiler).catch(({ message }) => console.error(message)));
}

/**
 * Bundles an app into a folder that no other command writes, and starts it again after each change. Resolves when it
 * listens for the first time.
 */
async function watchApp(app, env) {
  const cwd = `${root}apps/${app}`;
  const { watch } = await import('rolldown');
  const { default: config } = await import(`${cwd}/rolldown.config.mjs`);
  const watcher = watch({ ...config, cwd, output: { ...config.output, dir: 'dev' } });
  let server;
  let restarted = Promise.resolve();
  let listening;
  const restart = async () => {
    server?.kill('SIGTERM');
    if (server && server.exitCode === null && !server.signalCode) await once(server, 'exit');
    server = startServer(`apps/${app}/dev/main.js`, env).once('message', () => listening());
  };
  watcher.on('event', (event) => {
    event.result?.close();
    if (event.code === 'ERROR') console.error(event.error.message);
    if (event.code !== 'END') return;
    restarted = restarted.then(restart);
    checkTypes(app);
  });
  await new Promise((resolve) => (listening = resolve));
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
vite.watcher.on('change', (file) => file.includes('/src/') && checkTypes('web'));
console.log(`
  NovaCore           ${site.publicUrl}   (rebuilt as you edit; type errors are printed here)
  Sandbox            http://localhost:${sandboxPort}
`);
