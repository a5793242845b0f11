// Migrates the database and serves what `npm run build` built. Installs and builds nothing.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Fault, root, start, startServer, stop } from './lib/run.mjs';
import {
  apiUrl,
  checkPorts,
  dataDir,
  needsSandbox,
  production,
  sandboxPort,
  site as settings,
  webhookUrl,
} from './lib/settings.mjs';

/** Runs a program to its end. Exits with the same code if it fails. */
async function runOnce(...args) {
  const [code] = await once(start(process.execPath, args), 'exit');
  if (code !== 0) process.exit(code ?? 1);
}

const sandboxHelp = `
  Sandbox            http://localhost:${sandboxPort}   (replaces Razorpay, GitHub and Google login, and the mail server;
                     with pages for requests, events, signatures, faults and clock)
  API, watched       http://localhost:${sandboxPort}/api   (the same API: shows every call, and faults on request)
  Mailbox            http://localhost:${sandboxPort}/mailbox   (every mail that the site sends)
  Test card          4100 2800 0000 1007, any future date, any CVV, then any OTP of 4 digits
  Test UPI ID        success@razorpay

  No real money moves.`;

const tryApi = `
  Guides             ${settings.publicUrl}/docs
  API                ${apiUrl}   (contract: ${settings.publicUrl}/openapi.yaml)
  Try                curl ${apiUrl}/user/order --json '{"amount": 150}'
                     curl http://localhost:${sandboxPort}/control/orders/<id>/pay --json '{"method": "upi"}'
  Test your own shop npx novacore-sandbox certify <url>
`;

await checkPorts();
if (!existsSync(`${root}apps/bff/dist/main.js`)) throw new Fault('The server is not built: run npm run build.');
// Stopping a server is not a failure. The code of the first call counts.
for (const signal of ['SIGINT', 'SIGTERM']) process.prependListener(signal, () => stop(0));
await runOnce('apps/bff/dist/migrate.js', '--check-site');
const servers = [];
/** When one server exits, everything stops. */
function launch(file, env) {
  const server = startServer(file, env);
  server.on('exit', (code, signal) => stop(signal ? 1 : (code ?? 1)));
  servers.push(server);
}
if (needsSandbox) {
  const product = { SANDBOX_WEBHOOK_URL: webhookUrl, SANDBOX_API_URL: apiUrl };
  const env = { SANDBOX_PORT: sandboxPort, DATA_DIR: dataDir, ...product, ...process.env };
  launch('apps/sandbox/dist/main.js', env);
}
launch('apps/bff/dist/main.js');
// Each sends a message when it listens.
await Promise.all(servers.map((server) => once(server, 'message')));
// In production standard output holds JSON lines only.
if (!production) {
  const isPacked = !existsSync(`${root}apps/web/src`);
  const site = `
  NovaCore           ${settings.publicUrl}   (sign up, log in, pay)
  API reference      ${settings.publicUrl}/docs/api
`;
  const keys = isPacked ? '' : ' No keys are set: see .env.example to use your own account.';
  process.stdout.write(`${isPacked ? tryApi : site}${needsSandbox ? `${sandboxHelp}${keys}\n` : ''}\n`);
}
