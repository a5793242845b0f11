// A port that cannot be used is reported before anything is installed, built or migrated.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { needsSandbox, port, production, sandboxPort } from './env.mjs';

/** Each with the address that its server listens on. */
const ports = {
  PORT: { port, host: production ? '0.0.0.0' : 'localhost' },
  SANDBOX_PORT: { port: sandboxPort, host: process.env.SANDBOX_HOST || '127.0.0.1' },
};

const reasons = { EADDRINUSE: 'is already in use', EACCES: 'needs administrator rights' };

async function faultOf(key) {
  const { port, host } = ports[key];
  if (!/^\d+$/.test(port) || port > 65_535) return `${key} must be a whole number from 0 to 65535, not "${port}".`;
  const probe = createServer();
  const error = await once(probe.listen({ port: Number(port), host }), 'listening').then(
    () => undefined,
    (error) => error,
  );
  probe.close();
  return error && `Port ${port} ${reasons[error.code] ?? error.message}. Choose another with ${key}=<port>.`;
}

/** Ends this process when one of these ports cannot be used; without names, those of all that `serve` starts. */
export async function checkPorts(keys = needsSandbox ? ['PORT', 'SANDBOX_PORT'] : ['PORT']) {
  const faults = (await Promise.all(keys.map(faultOf))).filter(Boolean);
  if (keys.length > 1 && port === sandboxPort) faults.push('PORT and SANDBOX_PORT must differ.');
  if (!faults.length) return;
  console.error(faults.join('\n'));
  process.exit(1);
}
