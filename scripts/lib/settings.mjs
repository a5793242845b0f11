// The settings that the scripts need, from the environment or .env. The environment takes precedence.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { defaults, loadEnvFile, siteSettings } from '../../packages/shared/settings.mjs';
import { root } from './run.mjs';

const faults = loadEnvFile(root);
if (faults.length) {
  console.error(faults.join('\n'));
  process.exit(1);
}

export const dataDir = resolve(root, process.env.DATA_DIR || defaults.DATA_DIR);
export const port = process.env.PORT || String(defaults.PORT);
export const site = siteSettings(process.env);
export const sandboxPort = process.env.SANDBOX_PORT || String(defaults.SANDBOX_PORT);
const sandboxSmtpPort = process.env.SANDBOX_SMTP_PORT || String(Number(sandboxPort) + 1);
export const apiUrl = `http://localhost:${port}/api`;
export const webhookUrl = `${apiUrl}/webhooks/razorpay`;
export const operatorFile = process.env.OPERATOR_FILE ? resolve(root, process.env.OPERATOR_FILE) : '';
export const production = process.env.NODE_ENV === 'production';

/** The sandbox replaces the providers that have no keys, except in production. */
export const needsSandbox =
  !production && !(process.env.RAZORPAY_KEY_ID && process.env.IDP_ISSUER && process.env.SMTP_URL);

const hosts = { PORT: process.env.HOST || (production ? '0.0.0.0' : 'localhost') };
const ports = { PORT: port, SANDBOX_PORT: sandboxPort, SANDBOX_SMTP_PORT: sandboxSmtpPort };
const reasons = { EADDRINUSE: 'is already in use', EACCES: 'needs administrator rights' };

/** Names a busy port. The servers themselves refuse an invalid one. */
async function portFault(key) {
  const probe = createServer();
  const port = Number(ports[key]);
  if (!(port >= 0 && port <= 65_535)) return undefined;
  probe.listen({ port, host: hosts[key] || process.env.SANDBOX_HOST || '127.0.0.1' });
  const error = await once(probe, 'listening').then(
    () => undefined,
    (error) => error,
  );
  probe.close();
  return error && `Port ${port} ${reasons[error.code] ?? error.message}. Choose another with ${key}=<port>.`;
}

/** Exits with a message if a port is not available. By default checks the ports of `npm run serve`. */
export async function checkPorts(keys = needsSandbox ? Object.keys(ports) : ['PORT']) {
  const faults = (await Promise.all(keys.map(portFault))).filter(Boolean);
  if (!faults.length) return;
  console.error(faults.join('\n'));
  process.exit(1);
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}
