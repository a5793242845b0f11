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

const listeners = {
  PORT: { port, host: process.env.HOST || (production ? '0.0.0.0' : 'localhost') },
  SANDBOX_PORT: { port: sandboxPort, host: process.env.SANDBOX_HOST || '127.0.0.1' },
  SANDBOX_SMTP_PORT: { port: sandboxSmtpPort, host: process.env.SANDBOX_HOST || '127.0.0.1' },
};

const reasons = { EADDRINUSE: 'is already in use', EACCES: 'needs administrator rights' };

async function portFault(key) {
  const { port, host } = listeners[key];
  // Taken from SANDBOX_PORT, which is named itself.
  if (port === 'NaN') return undefined;
  if (!/^\d+$/.test(port) || port > 65_535) return `${key} must be a whole number from 0 to 65535, not "${port}".`;
  const probe = createServer();
  const error = await once(probe.listen({ port: Number(port), host }), 'listening').then(
    () => undefined,
    (error) => error,
  );
  probe.close();
  return error && `Port ${port} ${reasons[error.code] ?? error.message}. Choose another with ${key}=<port>.`;
}

/** Exits with a message if a port is not available. By default checks the ports of `npm run serve`. */
export async function checkPorts(keys = needsSandbox ? ['PORT', 'SANDBOX_PORT', 'SANDBOX_SMTP_PORT'] : ['PORT']) {
  const faults = (await Promise.all(keys.map(portFault))).filter(Boolean);
  if (keys.length > 1 && port === sandboxPort) faults.push('PORT and SANDBOX_PORT must differ.');
  if (keys.length > 1 && [port, sandboxPort].includes(sandboxSmtpPort))
    faults.push('SANDBOX_SMTP_PORT must differ from PORT and SANDBOX_PORT.');
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
